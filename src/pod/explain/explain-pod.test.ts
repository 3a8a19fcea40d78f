import { describe, expect, it } from 'vitest';
import { aPod, terminated, waiting, type PodOptions } from '../../../test/builders/a-pod.ts';
import { explainPod } from './explain-pod.ts';
import type { KubernetesEvent } from '../types.ts';

const NOW = new Date('2025-03-01T12:05:00Z');
const NOT_READY = { status: { conditions: [{ type: 'Ready', status: 'False' }] } };
const ended = (exitCode: number, fields = {}) =>
  terminated(exitCode, { finishedAt: '2025-03-01T12:04:30Z', ...fields });
const PENDING = { state: waiting('PodInitializing'), ready: false, started: false };
const SIDECAR = { name: 'proxy', restartPolicy: 'Always' };
const INITIALIZING = { phase: 'Pending', status: { conditions: [{ type: 'Initialized', status: 'False' }] } };

function explain(options: PodOptions): readonly string[] {
  const { sentences, asides } = explainPod(aPod(options), NOW);
  return [...sentences, ...asides];
}

describe('explainPod', () => {
  it('says that all is well', () => {
    expect(explain({ inits: [SIDECAR] })).toEqual(['All of its containers are ready.']);
  });

  it.each<PodOptions & { readonly label: string; readonly sentences: readonly string[] }>([
    {
      label: 'a failing readiness probe',
      apps: [{ ready: false, readinessProbe: { httpGet: { path: '/healthz', port: 8080 } } }],
      sentences: [
        'STATUS reads Running because the containers run; it does not say whether they are ready.',
        'App container "app" runs, but its readiness probe (GET /healthz on port 8080) does not succeed.',
      ],
    },
    {
      label: 'a startup probe that has not succeeded',
      apps: [{ ready: false, started: false, startupProbe: { tcpSocket: { port: 'db' } } }],
      sentences: [
        'STATUS reads Running because the containers run; it does not say whether they are ready.',
        'App container "app" runs, but its startup probe (TCP port db) has not succeeded yet.',
      ],
    },
    {
      label: 'a crash loop',
      apps: [
        {
          state: waiting('CrashLoopBackOff'),
          ready: false,
          restartCount: 5,
          lastState: ended(137, { reason: 'OOMKilled' }),
          resources: { limits: { memory: '64Mi' } },
        },
      ],
      sentences: [
        'App container "app" keeps ending, so the node waits before each new start (CrashLoopBackOff, restarts: 5); its last run ended 30s ago with exit code 137 (OOMKilled), having used more than its memory limit of 64Mi.',
      ],
    },
    {
      label: 'an image that cannot be pulled, in one of two',
      apps: [{}, { name: 'log', state: waiting('ImagePullBackOff', 'no such image'), ready: false }],
      sentences: [
        'STATUS reads ImagePullBackOff because app container "log" says so.',
        'App container "log" waits (ImagePullBackOff): no such image.',
      ],
    },
    {
      label: 'a run that is over in a pod whose other containers start again',
      apps: [{ state: ended(0), ready: false, restartPolicy: 'OnFailure' }],
      sentences: [
        'App container "app" ended 30s ago with exit code 0 (Completed); it is not started again (restartPolicy OnFailure).',
      ],
    },
    {
      label: 'a run whose exit code decides what comes then',
      spec: { restartPolicy: 'Never' },
      apps: [{ state: ended(3), ready: false, restartPolicyRules: [{ action: 'Restart' }] }],
      sentences: ['App container "app" ended 30s ago with exit code 3 (Error).'],
    },
    {
      label: 'volumes or a network that the node has not got ready',
      phase: 'Pending',
      status: { conditions: [{ type: 'PodReadyToStartContainers', status: 'False' }] },
      apps: [{ state: waiting('ContainerCreating'), ready: false }],
      sentences: [
        'The node has not set up its volumes and network; its events tell what is missing.',
        'App container "app" waits (ContainerCreating).',
      ],
    },
    {
      label: 'a run that is over',
      phase: 'Failed',
      spec: { restartPolicy: 'Never' },
      apps: [{ state: ended(3), ready: false }],
      sentences: [
        'App container "app" ended 30s ago with exit code 3 (Error); it is not started again (restartPolicy Never).',
      ],
    },
    {
      label: 'a container that was killed before and has a liveness probe',
      apps: [
        {
          restartCount: 2,
          lastState: ended(137),
          livenessProbe: { exec: { command: ['cat', '/alive'] } },
          readinessProbe: { grpc: { port: 9000 } },
          ready: false,
        },
      ],
      sentences: [
        'STATUS reads Running because the containers run; it does not say whether they are ready.',
        'App container "app" runs, but its readiness probe (gRPC on port 9000) does not succeed.',
        'App container "app" has restarted (2); its last run ended 30s ago with exit code 137 (Error), as a container does when its liveness probe (exec cat /alive) fails.',
      ],
    },
    {
      label: 'two runs that ended alike, which are told once',
      apps: [{ restartCount: 4, state: ended(3), lastState: ended(3), ready: false }],
      sentences: ['App container "app" ended 30s ago with exit code 3 (Error).'],
    },
    {
      label: 'two runs that ended otherwise',
      apps: [{ restartCount: 4, state: ended(3), lastState: ended(137), ready: false }],
      sentences: [
        'App container "app" ended 30s ago with exit code 3 (Error).',
        'App container "app" has restarted (4); the run before ended 30s ago with exit code 137 (Error).',
      ],
    },
    {
      label: 'no node',
      isScheduled: false,
      status: {
        conditions: [
          {
            type: 'PodScheduled',
            status: 'False',
            reason: 'Unschedulable',
            message: '0/3 nodes are available',
          },
        ],
      },
      sentences: ['No node takes it: 0/3 nodes are available.'],
    },
    {
      label: 'scheduling gates',
      isScheduled: false,
      spec: { schedulingGates: [{ name: 'example.com/quota' }] },
      status: { conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }] },
      sentences: ['It is not scheduled while it has scheduling gates: example.com/quota.'],
    },
    {
      label: 'scheduling gates that are just gone',
      isScheduled: false,
      status: { conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }] },
      sentences: ['It is not scheduled while it has scheduling gates.'],
    },
    {
      label: 'its deletion',
      metadata: {
        deletionTimestamp: '2025-03-01T12:04:00Z',
        deletionGracePeriodSeconds: 30,
        finalizers: ['example.com/keep'],
      },
      sentences: [
        'It is being deleted: the grace period of 30s ended 60s ago.',
        'App container "app" still runs, as its node last reported.',
        'It stays until its finalizers are removed: example.com/keep.',
      ],
    },
    {
      label: 'a preStop hook that holds its deletion up',
      metadata: { deletionTimestamp: '2025-03-01T12:05:20Z', deletionGracePeriodSeconds: 30 },
      apps: [
        { lifecycle: { preStop: { exec: { command: ['sleep', '600'] } } } },
        { name: 'log', state: ended(0), ready: false },
      ],
      sentences: [
        'It is being deleted: its containers have 20s left of their grace period of 30s.',
        'App container "app" still runs: it gets SIGTERM only when its preStop hook (exec sleep 600) has ended.',
        'App container "log" ended 30s ago with exit code 0 (Completed).',
      ],
    },
    {
      label: 'a container that holds a Job up',
      metadata: { ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name: 'load', uid: '1' }] },
      spec: { restartPolicy: 'Never' },
      apps: [{ state: ended(0), ready: false }, { name: 'proxy' }],
      sentences: [
        'STATUS reads Running because the containers run; it does not say whether they are ready.',
        'App container "app" ended 30s ago with exit code 0 (Completed); it is not started again (restartPolicy Never).',
        'App container "proxy" still runs, so Job "load" does not complete; if "proxy" only serves the others, it belongs to the init containers with restartPolicy: Always, as a sidecar that ends with them.',
      ],
    },
    {
      label: 'an eviction',
      phase: 'Failed',
      apps: [{ hasStatus: false }],
      status: { phase: 'Failed', reason: 'Evicted', message: 'The node was low on memory.' },
      sentences: [
        'The pod as a whole says Evicted: The node was low on memory.',
        'App container "app" has not been reported by the node yet.',
      ],
    },
    {
      label: 'a readiness gate',
      spec: { readinessGates: [{ conditionType: 'example.com/lb' }] },
      ...NOT_READY,
      sentences: ['Its readiness gate "example.com/lb" has not been answered yet.'],
    },
    {
      label: 'a debug container',
      ephemerals: [{ name: 'dbg' }],
      sentences: [
        'All of its containers are ready.',
        '1 debug container (running: "dbg") is not counted in READY.',
        'Debug container "dbg" started 5m ago (2025-03-01T12:00:00Z) and runs.',
      ],
    },
    {
      label: 'debug containers that have ended',
      ephemerals: [
        { name: 'a', state: terminated(0) },
        { name: 'b', state: terminated(1) },
      ],
      sentences: [
        'All of its containers are ready.',
        '2 debug containers (none running) are not counted in READY.',
        'Debug container "a" started 5m ago (2025-03-01T12:00:00Z) and ended 5m ago (2025-03-01T12:00:00Z) (Completed, exit code 0).',
        'Debug container "b" started 5m ago (2025-03-01T12:00:00Z) and ended 5m ago (2025-03-01T12:00:00Z) (Error, exit code 1).',
      ],
    },
  ])('tells of $label', ({ sentences, ...options }) => {
    expect(explain(options)).toEqual(sentences);
  });

  it('names the init step that blocks, and not the containers that only wait for it', () => {
    const inits = [
      { name: 'config', state: ended(0), ready: true },
      {
        name: 'migrate',
        state: waiting('CrashLoopBackOff'),
        restartCount: 3,
        lastState: ended(2),
        ready: false,
      },
      { ...SIDECAR, ...PENDING },
    ];
    expect(explain({ ...INITIALIZING, inits, apps: [PENDING] })).toEqual([
      'It is at init step 2 of 3: init container "migrate" keeps ending, so the node waits before each new start (CrashLoopBackOff, restarts: 3); its last run ended 30s ago with exit code 2 (Error); the steps after it wait.',
    ]);
  });

  const STRIPPED = {
    ...INITIALIZING,
    inits: [{ name: 'proxy', ready: false, started: true }],
    apps: [PENDING],
  };

  it('says that an init container which runs blocks the start, if it is meant as a sidecar', () => {
    expect(explain(STRIPPED)).toEqual([
      'It is at init step 1 of 1: init container "proxy" runs, started 5m ago; the steps after it wait.',
      '"proxy" must end before the pod can start; if it is meant to run beside the apps as a sidecar, its restartPolicy: Always is missing.',
    ]);
  });

  it.each([
    { manifest: { spec: { initContainers: [{ name: 'proxy', restartPolicy: 'Always' }] } }, isKnown: true },
    { manifest: { spec: { initContainers: [{ name: 'proxy' }] } }, isKnown: false },
    { manifest: { spec: { initContainers: 7 } }, isKnown: false },
    { manifest: 'not { JSON', isKnown: false },
  ])(
    'knows from the applied manifest $manifest that the field was dropped: $isKnown',
    ({ manifest, isKnown }) => {
      const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
      const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': text };
      const sentences = explain({ ...STRIPPED, metadata: { annotations } }).join(' ');
      expect(sentences.includes('The manifest that was applied has restartPolicy: Always for "proxy"')).toBe(
        isKnown,
      );
    },
  );

  it('says why STATUS reads Init: again when a sidecar fails later, and what READY leaves out', () => {
    const inits = [
      { ...SIDECAR, name: 'a', state: waiting('CrashLoopBackOff'), ready: false, started: false },
      { ...SIDECAR, name: 'b' },
    ];
    expect(explain({ inits })).toEqual([
      'STATUS reads Init: although the pod has been initialized: sidecar "a" waits (CrashLoopBackOff).',
      'Sidecar "b" is ready but not counted: READY stops at "a".',
    ]);
  });

  it('says what NotReady means', () => {
    const apps = [{ state: ended(0), ready: false }, {}];
    expect(explain({ apps, ...NOT_READY, spec: { restartPolicy: 'OnFailure' } })).toEqual([
      'STATUS reads NotReady: some containers have completed while others run.',
      'App container "app" ended 30s ago with exit code 0 (Completed); it is not started again (restartPolicy OnFailure).',
    ]);
  });
});

describe('explainPod with what events and logs tell', () => {
  const anEvent = (
    reason: string,
    message: string,
    fields: Partial<KubernetesEvent> = {},
  ): KubernetesEvent => ({
    metadata: {},
    involvedObject: { fieldPath: 'spec.containers{app}' },
    reason,
    message,
    lastTimestamp: '2025-03-01T12:04:00Z',
    ...fields,
  });
  const PROBED: PodOptions = {
    apps: [
      {
        ready: false,
        state: waiting('CrashLoopBackOff'),
        restartCount: 3,
        lastState: ended(0, { startedAt: '2025-03-01T12:03:00Z' }),
        livenessProbe: { httpGet: { path: '/alive', port: 80 } },
      },
    ],
  };
  const KILLED = anEvent('Killing', 'Container app failed liveness probe, will be restarted');
  const explainWith = (
    options: PodOptions,
    events: readonly KubernetesEvent[],
    lines: readonly string[] = [],
  ) =>
    explainPod(aPod(options), NOW, {
      events,
      lastLines: new Map(lines.length === 0 ? [] : [['app', lines]]),
    });

  it.each([
    {
      label: 'and what it answered',
      events: [KILLED, anEvent('Unhealthy', 'Liveness probe failed: HTTP probe failed with statuscode: 500')],
      end: '(Completed), killed by the node because its liveness probe (GET /alive on port 80) failed: HTTP probe failed with statuscode: 500.',
    },
    {
      label: 'without an answer',
      events: [KILLED],
      end: '(Completed), killed by the node because its liveness probe (GET /alive on port 80) failed.',
    },
    {
      label: 'only for the run that it ended',
      events: [{ ...KILLED, lastTimestamp: '2025-03-01T12:02:00Z' }],
      end: 'with exit code 0 (Completed).',
    },
    {
      label: 'only of the container that it killed',
      events: [{ ...KILLED, involvedObject: { fieldPath: 'spec.containers{other}' } }],
      end: 'with exit code 0 (Completed).',
    },
    {
      label: 'only where it killed',
      events: [anEvent('Killing', 'Stopping container app')],
      end: 'with exit code 0 (Completed).',
    },
  ])('names the probe that killed a container $label', ({ events, end }) => {
    const [sentence = ''] = explainWith(PROBED, events).sentences;
    expect(sentence.slice(-end.length)).toBe(end);
  });

  it('says what a readiness probe was answered', () => {
    const apps = [{ ready: false, readinessProbe: { httpGet: { path: '/ready', port: 80 } } }];
    const events = [anEvent('Unhealthy', 'Readiness probe failed: HTTP probe failed with statuscode: 503')];
    expect(explainWith({ apps }, events).sentences.at(-1)).toBe(
      'App container "app" runs, but its readiness probe (GET /ready on port 80) does not succeed: HTTP probe failed with statuscode: 503.',
    );
  });

  it('says why a preStop hook failed', () => {
    const options = {
      metadata: { deletionTimestamp: '2025-03-01T12:05:20Z', deletionGracePeriodSeconds: 30 },
      apps: [{ lifecycle: { preStop: { httpGet: { path: '/bye', port: 'http' } } } }],
    };
    expect(explainWith(options, [anEvent('FailedPreStopHook', 'connection refused')]).sentences[1]).toBe(
      'App container "app" still runs; its preStop hook (GET /bye on port http) failed: connection refused.',
    );
  });

  it('names the volume that is missing', () => {
    const missing: PodOptions = {
      phase: 'Pending',
      status: { conditions: [{ type: 'PodReadyToStartContainers', status: 'False' }] },
      apps: [{ state: waiting('ContainerCreating'), ready: false }],
    };
    const event = anEvent(
      'FailedMount',
      'MountVolume.SetUp failed for volume "c" : configmap "nope" not found',
    );
    expect(explainWith(missing, [event]).sentences[0]).toBe(
      'The node has not set up its volumes and network (FailedMount): MountVolume.SetUp failed for volume "c" : configmap "nope" not found.',
    );
  });

  it.each([
    { message: 'Back-off pulling image "x"', said: 'Failed to pull image "x": not found' },
    {
      message: 'Back-off pulling image "x": ErrImagePull: no',
      said: 'Back-off pulling image "x": ErrImagePull: no',
    },
  ])('says why an image is missing where the status "$message" does not', ({ message, said }) => {
    const pod: PodOptions = { apps: [{ ready: false, state: waiting('ImagePullBackOff', message) }] };
    const event = anEvent('Failed', 'Failed to pull image "x": not found');
    expect(explainWith(pod, [event]).sentences).toContain(
      `App container "app" waits (ImagePullBackOff): ${said}.`,
    );
  });

  it('quotes what a container printed last', () => {
    expect(explainWith(PROBED, [], ['panic: no config']).quotes).toEqual([
      { title: 'Last log lines of app container "app"', lines: ['panic: no config'] },
    ]);
  });
});
