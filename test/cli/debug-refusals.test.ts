import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlaygroundPod } from '../../playground/playground.ts';
import type { Pod } from '../../src/pod/types.ts';
import { aPod, terminated, waiting, type PodOptions } from '../builders/a-pod.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish } from '../drivers/run-command.ts';

/** A pod of the playground that stays as the options of `aPod` say. */
function aStillPod(
  options: PodOptions & { readonly name: string },
  fields: Partial<PlaygroundPod> = {},
): PlaygroundPod {
  const { spec, status = {} } = aPod(options);
  return {
    name: options.name,
    spec,
    behaviour: { kind: 'scripted', status },
    ...fields,
  };
}

const PODS: readonly PlaygroundPod[] = [
  aStillPod({
    name: 'web',
    apps: [
      { name: 'app' },
      { name: 'crashed', state: waiting('CrashLoopBackOff') },
      { name: 'done', state: terminated(0) },
    ],
    inits: [{ name: 'prepare', state: terminated(0) }],
    ephemerals: [{ name: 'earlier' }],
  }),
  aStillPod({ name: 'crashing', apps: [{ state: waiting('CrashLoopBackOff') }] }),
  aStillPod({ name: 'succeeded', phase: 'Succeeded', apps: [{ state: terminated(0) }] }),
  aStillPod({ name: 'failed', phase: 'Failed', apps: [{ state: terminated(1) }] }),
  aStillPod({ name: 'terminating' }, { deletionTimestamp: '2025-03-01T12:00:00Z' }),
  aStillPod({ name: 'unscheduled', isScheduled: false }, { isUnschedulable: true }),
  aStillPod({ name: 'static' }, { annotations: { 'kubernetes.io/config.mirror': 'abc' } }),
];
const NAMES = PODS.map(({ name }) => name);

let cluster: RunPlayground;
beforeAll(async () => {
  cluster = await runPlayground();
  PODS.forEach(cluster.playground.createPod);
});
afterAll(() => cluster.close());

const readAll = (): readonly Pod[] => NAMES.map(cluster.readPod);

/** One error line that ends in its kind, a hint, nothing on stdout, and no pod that is other than before. */
async function expectRefusal(
  argv: readonly string[],
  kind: string,
  user: 'admin' | 'viewer' = 'admin',
): Promise<void> {
  const before = readAll();
  const command = cluster.start(argv, { kubeconfig: cluster.kubeconfigs[user] });
  expect(await finish(command)).toEqual({
    exitCode: 125,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(String.raw`^error: .+ \[${kind}\]\nhint: .+\n$`)) as string,
  });
  expect(readAll()).toEqual(before);
}

const IMAGE = '--image=busybox';

describe('bad input is refused, and nothing is asked of the server', () => {
  it.each([
    { label: 'an empty image', argv: ['web', '--image='], kind: 'usage' },
    { label: 'an image name with a space', argv: ['web', '--image=a b'], kind: 'image-invalid' },
    { label: 'an image name in capitals', argv: ['web', '--image=BUSYBOX'], kind: 'image-invalid' },
    { label: 'a terminal without stdin', argv: ['web', IMAGE, '-t'], kind: 'usage' },
    { label: 'an unknown flag', argv: ['web', IMAGE, '--no-such-flag'], kind: 'usage' },
    { label: 'an unknown profile', argv: ['web', IMAGE, '--profile=nobody'], kind: 'usage' },
    { label: 'an unknown pull policy', argv: ['web', IMAGE, '--image-pull-policy=Sometimes'], kind: 'usage' },
    { label: 'a timeout that is none', argv: ['web', IMAGE, '--timeout=soon'], kind: 'usage' },
    { label: 'a timeout of nothing', argv: ['web', IMAGE, '--timeout=0s'], kind: 'usage' },
    { label: 'a variable without a value', argv: ['web', IMAGE, '--env=ALONE'], kind: 'usage' },
    { label: 'a container name that is none', argv: ['web', IMAGE, '-c', 'No_Name'], kind: 'usage' },
    { label: 'an unknown way', argv: ['web', IMAGE, '--via=pigeon'], kind: 'usage' },
    { label: 'input by the log', argv: ['web', IMAGE, '-i', '--via=log'], kind: 'usage' },
    { label: 'a way to nothing', argv: ['web', IMAGE, '--via=log', '--attach=false'], kind: 'usage' },
    { label: 'a wait that nobody waits for', argv: ['web', IMAGE, '-d', '--timeout=1m'], kind: 'usage' },
    { label: 'a start that is left and shown', argv: ['web', IMAGE, '-d', '--attach'], kind: 'usage' },
    { label: 'a wait for a print', argv: ['web', IMAGE, '--wait', '-o', 'yaml'], kind: 'usage' },
    {
      label: 'a wait for a copy that starts nothing',
      argv: ['web', '--copy-to=c', '--set-image=app=x', '--wait'],
      kind: 'usage',
    },
    { label: 'a keeper without a way to it', argv: ['web', IMAGE, '--reuse'], kind: 'usage' },
    { label: 'a life of nothing', argv: ['web', IMAGE, '--max-life=5m'], kind: 'usage' },
    { label: 'no life', argv: ['web', IMAGE, '--via=exec', '--max-life=0s'], kind: 'usage' },
    { label: 'no time to run', argv: ['web', IMAGE, '--run-timeout=0s'], kind: 'usage' },
    {
      label: 'a time to run for nothing',
      argv: ['web', IMAGE, '--run-timeout=1m', '--attach=false'],
      kind: 'usage',
    },
    { label: 'arguments by exec', argv: ['web', IMAGE, '--via=exec', '--arguments-only'], kind: 'usage' },
    {
      label: 'a command that nobody runs',
      argv: ['web', IMAGE, '--via=exec', '--attach=false', '--', 'ls'],
      kind: 'usage',
    },
    {
      label: 'an exec as a kubectl line',
      argv: ['web', IMAGE, '--via=exec', '--show-kubectl'],
      kind: 'usage',
    },
    {
      label: 'a keeper by two names',
      argv: ['web', IMAGE, '--via=exec', '--reuse', '-c', 'x'],
      kind: 'usage',
    },
    {
      label: 'a keeper in a copy to be',
      argv: ['web', IMAGE, '--via=exec', '--reuse', '--copy-to=x'],
      kind: 'usage',
    },
    { label: 'a keeper on a node', argv: ['node/n1', IMAGE, '--via=exec', '--reuse'], kind: 'usage' },
    { label: 'no pod', argv: ['debug', IMAGE], kind: 'usage' },
    { label: 'standard input given twice', argv: ['debug', '-f', '-', '-f', '-', IMAGE], kind: 'usage' },
    { label: 'a pod name that is none', argv: ['Web!', IMAGE], kind: 'usage' },
    { label: 'a command without --', argv: ['web', IMAGE, '--attach=perhaps'], kind: 'usage' },
  ])('$label', async ({ argv, kind }) => {
    const asked = cluster.playground.requests.length;
    await expectRefusal(argv, kind);
    expect(cluster.playground.requests.length).toBe(asked);
  });
});

describe('a pod that cannot take a debug container is left as it is', () => {
  it.each([
    { argv: ['nobody'], kind: 'not-found' },
    { argv: ['web', 'nobody'], kind: 'not-found' },
    { argv: ['web', '-n', 'nowhere'], kind: 'not-found' },
    { argv: ['web', '-c', 'app'], kind: 'container-exists' },
    { argv: ['web', '-c', 'prepare'], kind: 'container-exists' },
    { argv: ['web', '-c', 'earlier'], kind: 'container-exists' },
    { argv: ['web', '--target=nobody'], kind: 'target-not-found' },
    { argv: ['web', '--target=earlier'], kind: 'target-not-found' },
    { argv: ['web', '--target=crashed'], kind: 'target-not-running' },
    { argv: ['web', '--target=done'], kind: 'target-not-running' },
    { argv: ['web', '--target=prepare'], kind: 'target-not-running' },
    { argv: ['succeeded'], kind: 'pod-finished' },
    { argv: ['failed', '--attach=false'], kind: 'pod-finished' },
    { argv: ['terminating'], kind: 'pod-terminating' },
    { argv: ['terminating', '--attach=false'], kind: 'pod-terminating' },
    { argv: ['static', '--attach=false'], kind: 'pod-static' },
    { argv: ['unscheduled'], kind: 'pod-unscheduled' },
    { argv: ['web', 'succeeded'], kind: 'pod-finished' },
  ])('$argv is $kind', async ({ argv, kind }) => {
    await expectRefusal([...argv, IMAGE, '--', 'true'], kind);
  });

  it('before anything is said about the pods that are fine', async () => {
    const command = cluster.start(['unscheduled', 'nobody', IMAGE, '--attach=false']);
    expect((await finish(command)).stderr).toMatch(/^error: .*nobody.*\nhint: .*\n$/);
  });

  it('for who may not change it, with the right that is missing', async () => {
    await expectRefusal(['web', IMAGE, '-q', '-c', 'dbg', '--', 'true'], 'forbidden', 'viewer');
    const command = cluster.start(['web', IMAGE, '-q'], { kubeconfig: cluster.kubeconfigs.viewer });
    expect((await finish(command)).stderr).toContain('pods/ephemeralcontainers');
  });
});

it.each([
  { argv: ['unscheduled'], label: 'a pod that has no node yet' },
  { argv: ['crashing', '--target=app'], label: 'a target that does not run yet' },
])('adds a container for $label when nobody waits for it, with a warning', async ({ argv }) => {
  const command = cluster.start([...argv, IMAGE, '--attach=false', '-q', '-c', 'later']);
  expect(await finish(command)).toEqual({
    exitCode: 0,
    stdout: 'later\n',
    stderr: expect.stringMatching(/^Warning: the debug container does not start yet in .*\n$/) as string,
  });
  const { ephemeralContainers = [] } = cluster.readPod(argv[0] ?? '').spec;
  expect(ephemeralContainers.map(({ name }) => name)).toContain('later');
});
