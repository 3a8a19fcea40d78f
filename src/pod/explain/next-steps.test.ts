import { describe, expect, it } from 'vitest';
import { aPod, terminated, waiting, type PodOptions } from '../../../test/builders/a-pod.ts';
import { explainPod } from './explain-pod.ts';
import { NO_CLUES } from './pod-clues.ts';
import type { KubernetesEvent, PodCondition } from '../types.ts';

const NOW = new Date('2025-03-01T12:05:00Z');
const CRASHED = { state: waiting('CrashLoopBackOff'), ready: false, lastState: terminated(3) };
const unready = (fields: object): PodOptions => ({ apps: [{ ready: false, ...fields }] });
const condition = (fields: PodCondition): PodOptions => ({
  phase: 'Pending',
  status: { conditions: [fields] },
});
const unscheduled = (message: string): PodOptions => ({
  isScheduled: false,
  ...condition({ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }),
});
const GET = { httpGet: { path: 'healthz', port: 'web', scheme: 'HTTPS' } };
const PORTS = [{ name: 'web', containerPort: 8443 }];

function stepsOf(options: PodOptions, events: readonly KubernetesEvent[] = []): readonly string[] {
  return explainPod(aPod(options), NOW, { ...NO_CLUES, events }).steps.map(({ command }) => command);
}

describe('the next steps', () => {
  it.each<{ readonly of: string; readonly options: PodOptions; readonly steps: readonly string[] }>([
    { of: 'a pod that is well', options: {}, steps: [] },
    {
      of: 'a crash',
      options: { apps: [{ name: 'well' }, { name: 'app', ...CRASHED }] },
      steps: [
        'kubectl logs web-1 -n shop -c app --previous',
        'kubectl-debug web-1 -n shop --copy-to=web-1-debug --rm -c app -- sh',
      ],
    },
    {
      of: 'a crash that is the last',
      options: unready({ state: terminated(3) }),
      steps: [
        'kubectl logs web-1 -n shop -c app',
        'kubectl-debug web-1 -n shop --copy-to=web-1-debug --rm -c app -- sh',
      ],
    },
    {
      of: 'too much memory',
      options: unready({ ...CRASHED, lastState: terminated(137, { reason: 'OOMKilled' }) }),
      steps: ['kubectl-debug pods web-1 -n shop --resources'],
    },
    { of: 'what has ended well', options: unready({ state: terminated(0) }), steps: [] },
    {
      of: 'an init step that crashes',
      options: {
        phase: 'Pending',
        status: { conditions: [{ type: 'Initialized', status: 'False' }] },
        inits: [{ name: 'migrate', ...CRASHED }],
        apps: [{ state: waiting('PodInitializing'), ready: false }],
      },
      steps: ['kubectl logs web-1 -n shop -c migrate --previous'],
    },
    {
      of: 'an init step that goes on',
      options: {
        phase: 'Pending',
        status: { conditions: [{ type: 'Initialized', status: 'False' }] },
        inits: [{ name: 'migrate', ready: false, started: true }],
        apps: [{ state: waiting('PodInitializing'), ready: false }],
      },
      steps: ['kubectl logs web-1 -n shop -c migrate --follow'],
    },
    {
      of: 'a readiness probe by its port’s name',
      options: { ...unready({ readinessProbe: GET, ports: PORTS }), status: { podIP: '10.1.2.3' } },
      steps: ['kubectl-debug web-1 -n shop -- wget -S -O- https://10.1.2.3:8443/healthz'],
    },
    {
      of: 'a readiness probe over IPv6',
      options: {
        ...unready({ readinessProbe: { httpGet: { path: '/a b', port: 80 } } }),
        status: { podIP: 'fd00::1' },
      },
      steps: ["kubectl-debug web-1 -n shop -- wget -S -O- 'http://[fd00::1]:80/a b'"],
    },
    {
      of: 'a readiness probe of a port that nothing has',
      options: { ...unready({ readinessProbe: GET }), status: { podIP: '10.1.2.3' } },
      steps: [],
    },
    {
      of: 'a startup probe of a port',
      options: {
        ...unready({ started: false, startupProbe: { tcpSocket: { port: 5432 } } }),
        status: { podIP: '10.1.2.3' },
      },
      steps: ['kubectl-debug web-1 -n shop -- nc -w 2 -e true 10.1.2.3 5432'],
    },
    {
      of: 'a probe by a program',
      options: unready({ readinessProbe: { exec: { command: ['sh', '-c', 'test -e /ready\n'] } } }),
      steps: ["kubectl exec web-1 -n shop -c app -- sh -c $'test -e /ready\\012'"],
    },
    {
      of: 'an image that cannot be pulled',
      options: unready({ state: waiting('ImagePullBackOff') }),
      steps: ['kubectl events --for pod/web-1 -n shop'],
    },
    {
      of: 'a missing secret',
      options: unready({ state: waiting('CreateContainerConfigError', 'secret "x" not found') }),
      steps: ['kubectl get configmaps,secrets -n shop'],
    },
    {
      of: 'volumes that are not ready',
      options: {
        ...unready({ state: waiting('ContainerCreating') }),
        ...condition({ type: 'PodReadyToStartContainers', status: 'False' }),
      },
      steps: ['kubectl events --for pod/web-1 -n shop'],
    },
    {
      of: 'nodes that have too little',
      options: unscheduled('0/3 nodes are available: 3 Insufficient cpu.'),
      steps: ['kubectl describe nodes'],
    },
    {
      of: 'a volume that nobody provides',
      options: unscheduled('pod has unbound immediate PersistentVolumeClaims'),
      steps: ['kubectl get pvc -n shop'],
    },
    {
      of: 'a deletion that goes on',
      options: { ...unready(CRASHED), metadata: { deletionTimestamp: '2025-03-01T12:05:20Z' } },
      steps: [],
    },
    {
      of: 'a deletion that is overdue',
      options: { metadata: { deletionTimestamp: '2025-03-01T12:04:00Z' }, spec: { nodeName: 'n1' } },
      steps: ['kubectl get node n1'],
    },
    {
      of: 'a finalizer that is overdue',
      options: { metadata: { deletionTimestamp: '2025-03-01T12:04:00Z', finalizers: ['example.com/keep'] } },
      steps: [`kubectl patch pod web-1 -n shop --type=merge -p '{"metadata":{"finalizers":null}}'`],
    },
    {
      of: 'a pod with a hostile name',
      options: { metadata: { name: '--all', namespace: '$(reboot)' }, ...unready({ state: waiting('Odd') }) },
      steps: ["kubectl events --for pod/--all -n '$(reboot)'"],
    },
  ])('of $of', ({ options, steps }) => {
    expect(stepsOf(options)).toEqual(steps);
  });

  it('are those of a copy where a probe has killed the container', () => {
    const events = [
      {
        metadata: {},
        involvedObject: { fieldPath: 'spec.containers{app}' },
        reason: 'Killing',
        message: 'Container app failed liveness probe, will be restarted',
        lastTimestamp: '2025-03-01T12:04:00Z',
      },
    ];
    const options = {
      ...unready({ ...CRASHED, livenessProbe: { httpGet: { path: '/alive', port: 80 } } }),
      status: { podIP: '10.1.2.3' },
    };
    expect(stepsOf(options, events)).toEqual(['kubectl-debug web-1 -n shop --copy-to=web-1-debug --rm']);
  });
});
