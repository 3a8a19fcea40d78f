import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContainerBehaviour } from '../../src/playground/pod-behaviour.ts';
import { aRunPlayground, type RunPlayground } from '../builders/a-run-playground.ts';
import { finish } from '../builders/run-command.ts';

let cluster: RunPlayground;
beforeAll(async () => {
  cluster = await aRunPlayground();
});
afterAll(() => cluster.close());

/** A pod whose debug containers behave so. */
const makePod = (behaviour: ContainerBehaviour): Promise<string> =>
  cluster.makePod({ kind: 'run', containers: { '*': behaviour } });
const debug = (pod: string, ...flags: readonly string[]): readonly string[] => [
  pod,
  '--image=registry.example/tools:1',
  '-c',
  'dbg',
  ...flags,
];

describe('a container that takes its time', () => {
  it('shows why it waits, and starts at last', async () => {
    const pod = await makePod({ pullMs: 1500 });
    const command = cluster.start(debug(pod, '--', 'echo', 'printed'), { isTerminal: true });
    await command.untilStderr('ContainerCreating: Pulling image "registry.example/tools:1"');
    expect(await finish(command)).toMatchObject({ stdout: 'printed\n', exitCode: 0 });
  });

  it.each([
    { signal: 'SIGINT', exitCode: 130 },
    { signal: 'SIGTERM', exitCode: 143 },
  ] as const)('is left alone at $signal, which is said with the way back', async ({ signal, exitCode }) => {
    const pod = await makePod({ pullMs: 600_000 });
    const command = cluster.start(debug(pod, '-it'), { isTerminal: true });
    await command.untilStderr('Pulling image');
    expect(command.deliver(signal)).toBe(true);
    expect(await command.ended).toBe(exitCode);
    expect(command.stderrText()).toContain(
      `debug container "dbg" stays in default/${pod} and may still start; into it with: kubectl-debug attach ${pod} -n default -c dbg\n`,
    );
    expect(command.stdoutText()).toBe('');
    expect(command.rawModes).toEqual([]);
  });

  it('leaves a second signal to the system where nobody can be asked about it', async () => {
    const pod = await makePod({ pullMs: 600_000 });
    const command = cluster.start(debug(pod));
    await command.untilStderr('Pulling image');
    command.deliver('SIGINT');
    expect(command.deliver('SIGINT')).toBe(false);
    await command.ended;
  });
});

describe('a container that cannot start', () => {
  it.each([
    {
      label: 'an image that does not exist',
      behaviour: { pullError: 'failed to resolve reference "registry.example/tools:1": not found' },
      kind: 'image-not-found',
    },
    {
      label: 'an image that is not given out',
      behaviour: { pullError: 'pull access denied, repository does not exist or may require authorization' },
      kind: 'image-denied',
    },
    {
      label: 'a pod that forbids root',
      behaviour: {
        waiting: {
          reason: 'CreateContainerConfigError',
          message: 'container has runAsNonRoot and image will run as root',
        },
      },
      kind: 'run-as-root',
    },
    {
      label: 'a pull that does not end in time',
      behaviour: { pullMs: 600_000 },
      flags: ['--timeout=1s'],
      kind: 'timeout',
    },
    {
      label: 'a program that is not in the image',
      behaviour: {},
      flags: ['--', '/no/such/program'],
      kind: 'command-not-found',
      exitCode: 127,
    },
    {
      label: 'a program that is not executable',
      behaviour: {},
      flags: ['--', '/etc/passwd'],
      kind: 'command-not-executable',
      exitCode: 126,
    },
  ])('is an error of kind $kind: $label', async ({ behaviour, flags = [], kind, exitCode = 125 }) => {
    const pod = await makePod(behaviour);
    expect(await finish(cluster.start(debug(pod, ...flags)))).toEqual({
      exitCode,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(`^error: .*"dbg" in default/${pod}.* \\[${kind}\\]\nhint: .+\n$`),
      ) as string,
    });
  });

  it('is an error of kind not-picked-up when its node does nothing', async () => {
    const pod = await cluster.makePod({ kind: 'run', ignoresEphemeralContainers: true });
    const { stderr, exitCode } = await finish(cluster.start(debug(pod, '--timeout=1s')));
    expect(stderr).toMatch(/^error: .* did not start within 1 s: .* \[not-picked-up\]\nhint: .+\n$/);
    expect(exitCode).toBe(125);
  });

  it('is an error of kind pod-replaced when its pod is deleted meanwhile', async () => {
    const pod = await cluster.makePod({ kind: 'run', ignoresEphemeralContainers: true });
    const command = cluster.start(debug(pod), { isTerminal: true });
    await command.untilStderr('the node has not picked the container up yet');
    await cluster.playground.deletePod({ namespace: 'default', name: pod }, 0);
    expect(await command.ended).toBe(125);
    expect(command.stderrText()).toMatch(/error: .*"dbg" in default\/.* \[pod-replaced\]\n/);
  });
});
