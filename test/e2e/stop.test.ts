import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEBUG_IMAGE } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, runProgram } from './program.ts';
import { closeTerminals, openTerminal } from './terminal.ts';

let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('stop');
  await namespace.create([aPod('app'), aPod('other'), aPod('asked'), aPod('deaf'), aPod('used')]);
});
afterEach(endPrograms);
afterEach(closeTerminals);
afterAll(() => namespace.remove());

const stop = (...args: readonly string[]) => runProgram(['stop', '-n', namespace.name, ...args]);

/** A process 1 that can be told to end, as a shell with a trap or most servers can. */
const OBEDIENT = ['sh', '-c', 'trap "exit 0" TERM; while :; do sleep 1; done'];
/** The kernel keeps it from every signal of its own container. */
const DEAF = ['sleep', '3600'];

const begin = (target: string, ...flags: readonly string[]) => beginWith(OBEDIENT, target, ...flags);

async function beginWith(
  command: readonly string[],
  target: string,
  ...flags: readonly string[]
): Promise<void> {
  const start = [target, '-n', namespace.name, `--image=${DEBUG_IMAGE}`, '--attach=false', '-q', ...flags];
  const { exitCode, stderr } = await runProgram([...start, '--', ...command]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
}

const podNames = async (): Promise<readonly string[]> =>
  (await kubectl(['get', 'pods', '-n', namespace.name, '-o', 'name'])).trim().split('\n');

const stateOf = async (pod: string, container: string) =>
  (await namespace.read(pod)).status?.ephemeralContainerStatuses?.find(({ name }) => name === container)
    ?.state;

describe('stop', () => {
  it.each([
    { label: 'alone', name: 'alone', flags: [] },
    { label: 'among the processes of its target', name: 'beside', flags: ['--target=app'] },
  ])('ends a debug container $label, and nothing else', async ({ name, flags }) => {
    await begin('app', '-c', name, ...flags);
    await namespace.runs('app', name);
    const { exitCode, stdout, stderr } = await stop('app', '-c', name, '--yes');
    expect(stderr).toMatch(/stopped debug containers stay listed until their pod is deleted/);
    expect(stdout).toBe(`debug container "${name}" in ${namespace.name}/app stopped\n`);
    expect(exitCode).toBe(0);
    expect(await stateOf('app', name)).toHaveProperty('terminated');
    const { status } = await namespace.read('app');
    expect(status?.containerStatuses?.[0]).toMatchObject({ restartCount: 0, ready: true });
  });

  it('says of a process 1 that handles no signal that it goes on, and fails', async () => {
    await beginWith(DEAF, 'deaf', '-c', 'deaf');
    await namespace.runs('deaf', 'deaf');
    const { exitCode, stdout, stderr } = await stop('deaf', '--yes');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^Warning: debug container "deaf" .* goes on: it is process 1/m);
    await kubectl(['delete', 'pod', 'deaf', '-n', namespace.name, '--force']);
  });

  it('says of a container that is kept how many commands run in it', async () => {
    const keep = [
      'used',
      '-n',
      namespace.name,
      `--image=${DEBUG_IMAGE}`,
      '--via=exec',
      '--reuse',
      '-q',
      '--',
    ];
    expect(await runProgram([...keep, 'true'])).toMatchObject({ exitCode: 0 });
    const preview = async () => (await stop('used', '--dry-run=client')).stdout;
    expect(await preview()).toMatch(/^debug container "\S+" in \S+\/used would be stopped\n$/);
    const running = runProgram([...keep, 'sleep', '600']);
    await eventually('a command in use', async () =>
      (await preview()).endsWith('would be stopped; a command runs in it now\n') ? true : undefined,
    );
    expect(await stop('used', '--yes')).toMatchObject({ exitCode: 0 });
    expect((await running).exitCode).not.toBe(0);
  });

  it('deletes a copy of ours, but neither a pod nor a copy of kubectl', async () => {
    await begin('app', '--copy-to=copy');
    const make = ['debug', 'app', '-n', namespace.name, '--copy-to=kubectls', `--image=${DEBUG_IMAGE}`];
    await kubectl([...make, '--', 'sleep', '3600']);
    expect(await stop('copy', '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
    for (const pod of ['kubectls', 'other']) {
      const refused = await stop(pod, '--yes');
      expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
      expect(refused.stderr).toMatch(/\[container-not-running\]\nhint: (?!.*delete).*kubectl-debug pods /);
    }
    await eventually('the copy to go', async () => !(await podNames()).includes('pod/copy') || undefined);
    expect(await podNames()).toEqual(expect.arrayContaining(['pod/other', 'pod/kubectls']));
  });

  it('stops all that is old enough, once it is told to, and leaves the rest', async () => {
    await begin('other', '-c', 'left');
    await namespace.runs('other', 'left');
    await begin('app', '--copy-to=old-copy');
    expect(await stop('--older-than=1d', '--yes')).toMatchObject({ exitCode: 0, stdout: '' });
    expect(await stop('--older-than=0s')).toMatchObject({ exitCode: 2, stdout: '' });
    const dryRun = await stop('--older-than=0s', '--dry-run=client');
    expect(dryRun.stdout).toContain(`debug copy ${namespace.name}/old-copy would be stopped\n`);
    expect(await stateOf('other', 'left')).toHaveProperty('running');
    const { stdout, exitCode } = await stop('--older-than=0s', '--yes');
    expect(stdout.replaceAll('stopped', 'would be stopped')).toBe(dryRun.stdout);
    expect(exitCode).toBe(0);
    expect(await stateOf('other', 'left')).toHaveProperty('terminated');
    expect(await podNames()).toEqual(expect.arrayContaining(['pod/other', 'pod/app']));
  });

  it.each([
    { key: 'n', exitCode: 1, state: 'running' },
    { key: 'y', exitCode: 0, state: 'terminated' },
  ])('asks on a terminal, and takes $key for an answer', async ({ key, exitCode, state }) => {
    const name = `asked-${key}`;
    await begin('asked', '-c', name);
    await namespace.runs('asked', name);
    const terminal = await openTerminal();
    await terminal.start(['stop', 'asked', '-c', name, '-n', namespace.name]);
    await terminal.waitFor('Stop it?');
    terminal.type(key);
    expect(await terminal.exitCode()).toBe(exitCode);
    expect(await stateOf('asked', name)).toHaveProperty(state);
  });
});
