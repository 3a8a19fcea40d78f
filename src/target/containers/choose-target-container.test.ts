import { describe, expect, it } from 'vitest';
import { aPod, running, terminated, waiting, type PodOptions } from '../../../test/builders/a-pod.ts';
import { chooseTargetContainer, type TargetChoice } from './choose-target-container.ts';

const NOW = new Date('2025-03-01T12:30:00Z');
const BEFORE_9_MIN = '2025-03-01T12:21:00Z';
const BEFORE_10_MIN = '2025-03-01T12:20:00Z';

function restarted(finishedAt: string): object {
  return { restartCount: 1, lastState: terminated(1, { finishedAt }), state: running(finishedAt) };
}
const annotated = (name: string) => ({
  metadata: { annotations: { 'kubectl.kubernetes.io/default-container': name } },
});
const two = [{ name: 'app' }, { name: 'proxy' }];
const sidecar = { name: 'mesh', restartPolicy: 'Always' };

describe('chooseTargetContainer', () => {
  it.each<{ label: string; pod: PodOptions; choice: TargetChoice }>([
    { label: 'the only app container', pod: {}, choice: { kind: 'one', name: 'app' } },
    {
      label: 'the app beside sidecars and init containers',
      pod: { inits: [{ name: 'setup', state: terminated(0) }, sidecar] },
      choice: { kind: 'one', name: 'app' },
    },
    {
      label: 'the init container that runs, whatever the annotation names',
      pod: {
        inits: [
          { name: 'setup', state: terminated(0) },
          { name: 'wait-db' },
          { name: 'later', hasStatus: false },
        ],
        apps: [{ name: 'app', state: waiting('PodInitializing') }],
        ...annotated('app'),
      },
      choice: { kind: 'one', name: 'wait-db' },
    },
    {
      label: 'nothing beside an init container that has just started',
      pod: {
        inits: [{ name: 'wait-db', state: running('2025-03-01T12:29:58Z') }],
        apps: [{ name: 'app', state: waiting('PodInitializing') }],
      },
      choice: {
        kind: 'none',
        why: 'init container "wait-db" of shop/web-1 started 2s ago, and a debug container ends with its target',
        next: 'if it does not end: --target=wait-db',
      },
    },
    {
      label: 'what the annotation names',
      pod: { apps: two, ...annotated('proxy') },
      choice: { kind: 'one', name: 'proxy' },
    },
    {
      label: 'a sidecar that the annotation names',
      pod: { inits: [sidecar], ...annotated('mesh') },
      choice: { kind: 'one', name: 'mesh' },
    },
    {
      label: 'nothing for an annotation that names nobody',
      pod: annotated('nobody'),
      choice: { kind: 'one', name: 'app' },
    },
    {
      label: 'several apps: all that can be targeted',
      pod: { apps: [...two, { name: 'down', state: waiting('CrashLoopBackOff') }] },
      choice: { kind: 'several', names: ['app', 'proxy'] },
    },
    {
      label: 'the only app that runs',
      pod: { apps: [{ name: 'down', state: waiting('CrashLoopBackOff') }, { name: 'app' }] },
      choice: { kind: 'one', name: 'app' },
    },
    {
      label: 'an app that restarted ten minutes ago',
      pod: { apps: [{ name: 'app', ...restarted(BEFORE_10_MIN) }] },
      choice: { kind: 'one', name: 'app' },
    },
    {
      label: 'none that restarted less than ten minutes ago',
      pod: { apps: [{ name: 'app', ...restarted(BEFORE_9_MIN) }] },
      choice: {
        kind: 'none',
        why: 'container "app" of shop/web-1 restarted 9m ago, and a debug container ends with its target',
        next: 'its log before the restart: kubectl logs web-1 -n shop -c app --previous',
      },
    },
    {
      label: 'none that never ran',
      pod: { apps: [{ name: 'app', state: waiting('ImagePullBackOff') }] },
      choice: {
        kind: 'none',
        why: 'container "app" of shop/web-1 is not running (ImagePullBackOff)',
        next: 'why: kubectl-debug pods web-1 -n shop --explain',
      },
    },
    {
      label: 'none that keeps ending',
      pod: { apps: [{ name: 'app', state: waiting('CrashLoopBackOff'), lastState: terminated(3) }] },
      choice: {
        kind: 'none',
        why: 'container "app" of shop/web-1 is not running (CrashLoopBackOff)',
        next: 'its log: kubectl logs web-1 -n shop -c app',
      },
    },
    {
      label: 'none but the annotated one, though another runs',
      pod: { apps: [{ name: 'app', state: terminated(0) }, { name: 'proxy' }], ...annotated('app') },
      choice: {
        kind: 'none',
        why: 'container "app" of shop/web-1 is not running (Completed, exit code 0)',
        next: 'its log: kubectl logs web-1 -n shop -c app',
      },
    },
  ])('chooses $label', ({ pod, choice }) => {
    expect(chooseTargetContainer(aPod(pod), NOW)).toEqual(choice);
  });
});
