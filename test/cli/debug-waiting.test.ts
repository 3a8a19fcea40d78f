import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Io } from '../../src/io.ts';
import type { ContainerBehaviour } from '../../playground/pod-behaviour.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish } from '../drivers/run-command.ts';

let cluster: RunPlayground;
beforeAll(async () => {
  cluster = await runPlayground();
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
  '--target=',
  ...flags,
];

describe('a container that takes its time', () => {
  it('shows why it waits, and starts at last', async () => {
    const pod = await makePod({ pullMs: 1500 });
    const command = cluster.start(debug(pod, '--', 'echo', 'printed'), { isTerminal: true });
    await command.untilStderr('pulling the image…');
    expect(await finish(command)).toMatchObject({ stdout: 'printed\n', exitCode: 0 });
  });

  it.each([
    { signal: 'SIGINT', exitCode: 130 },
    { signal: 'SIGTERM', exitCode: 143 },
  ] as const)('is left alone at $signal, which is said with the way back', async ({ signal, exitCode }) => {
    const pod = await makePod({ pullMs: 600_000 });
    const command = cluster.start(debug(pod, '-it'), { isTerminal: true });
    await command.untilStderr('pulling the image');
    expect(command.deliver(signal)).toBe(true);
    expect(await command.ended).toBe(exitCode);
    expect(command.stderrText()).toContain(
      `debug container "dbg" stays in default/${pod}; it may still start; to join it: kubectl-debug attach ${pod} -n default -c dbg\n`,
    );
    expect(command.stdoutText()).toBe('');
    expect(command.rawModes).toEqual([]);
  });

  it('is left alone by --via=exec, with the command line that opens a shell in it', async () => {
    const pod = await makePod({ pullMs: 600_000 });
    const command = cluster.start(debug(pod, '--via=exec', '--', 'true'), { isTerminal: true });
    await command.untilStderr('pulling the image');
    command.deliver('SIGINT');
    expect(await command.ended).toBe(130);
    expect(command.stderrText()).toContain(
      `debug container "dbg" stays in default/${pod}; it may still start; to join it: kubectl exec -it ${pod} -n default -c dbg -- sh\n`,
    );
  });

  it('hands what is typed meanwhile to the shell, and shows none of it', async () => {
    const pod = await makePod({ pullMs: 1500 });
    const command = cluster.start(debug(pod, '-it'), { isTerminal: true });
    await command.untilStderr('pulling the image');
    expect(command.hiddenKeys).toEqual([true]);
    command.stdin.write('\rexit 5\r');
    expect(await command.ended).toBe(5);
    expect(command.hiddenKeys.at(-1)).toBe(false);
  });

  it('leaves keys alone where no session is to come that takes them', async () => {
    const pod = await makePod({ pullMs: 600 });
    const command = cluster.start(debug(pod, '--', 'true'), { isTerminal: true });
    await command.untilStderr('pulling the image');
    expect(await command.ended).toBe(0);
    expect(command.hiddenKeys).toEqual([]);
  });

  it('leaves a second signal to the system where nobody can be asked about it', async () => {
    const pod = await makePod({ pullMs: 600_000 });
    const command = cluster.start(debug(pod));
    await command.untilStderr('pulling the image');
    command.deliver('SIGINT');
    expect(command.deliver('SIGINT')).toBe(false);
    await command.ended;
  });
});

describe('--wait', () => {
  it.each([
    { label: 'a debug container', flags: ['-c', 'dbg'], name: 'dbg' },
    { label: 'a container that is kept', flags: ['-c', 'kept', '--via=exec'], name: 'kept' },
  ])('prints the name of $label once it runs, and leaves it', async ({ flags, name }) => {
    const pod = await makePod({ pullMs: 300 });
    const command = flags.includes('--via=exec') ? [] : ['--', 'sleep', '600'];
    const argv = [pod, '--image=registry.example/tools:1', '--wait', '-q', ...flags, ...command];
    expect(await finish(cluster.start(argv))).toEqual({ stdout: `${name}\n`, stderr: '', exitCode: 0 });
    await cluster.untilContainer(pod, name, 'running');
    expect(cluster.playground.requests.filter(({ path }) => path.endsWith(`/${pod}/attach`))).toEqual([]);
  });

  it('prints the name of a copy once its container runs', async () => {
    const pod = await makePod({});
    const argv = debug(pod, '--wait', '-q', '--copy-to=waited-for', '--', 'sleep', '600');
    expect(await finish(cluster.start(argv))).toEqual({ stdout: 'waited-for\n', stderr: '', exitCode: 0 });
    await cluster.untilContainer('waited-for', 'dbg', 'running');
  });

  it('says that the container has ended already, which has run', async () => {
    const pod = await makePod({});
    const { stdout, stderr, exitCode } = await finish(
      cluster.start(debug(pod, '--wait', '--', 'sh', '-c', 'exit 3')),
    );
    expect({ stdout, exitCode }).toEqual({ stdout: 'dbg\n', exitCode: 0 });
    // Its Started event comes first, as a rule.
    expect(['', expect.stringContaining('"dbg" has ended already, with exit code 3')]).toContainEqual(stderr);
  });

  it('fails with the reason, and prints no name, when it cannot start', async () => {
    const pod = await makePod({ pullError: 'failed to resolve reference: not found' });
    const { stdout, stderr, exitCode } = await finish(cluster.start(debug(pod, '--wait')));
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 125 });
    expect(stderr).toMatch(/^error: .*"dbg" in default\/.* \[image-not-found\]\n/);
  });
});

describe('a command that says nothing for 5 s, or on a terminal for 2 s', () => {
  /** Lets that time pass at once, until `stop` is called: other things take as long. */
  const hurry = (
    isTerminal: boolean,
  ): {
    readonly sleep: Io['sleep'];
    readonly passed: Promise<void>;
    readonly stop: () => void;
  } => {
    let isOver = false;
    let pass: () => void = () => undefined;
    const passed = new Promise<void>((resolve) => (pass = resolve));
    const silentMs = isTerminal ? 2000 : 5000;
    const isShort = (milliseconds: number): boolean => milliseconds === silentMs && !isOver;
    return {
      sleep: (milliseconds, signal) =>
        sleep(isShort(milliseconds) ? 20 : milliseconds, undefined, signal && { signal }).finally(() => {
          if (milliseconds === silentMs) pass();
        }),
      passed,
      stop: () => (isOver = true),
    };
  };
  const SILENT = 'still runs, with no output so far';
  const ENTER = 'press Enter if you see no prompt; ';
  /** Starts a command that says nothing until its gate is opened, and waits for what is said about that. */
  const startSilent = async (flags: readonly string[], isTerminal: boolean) => {
    const pod = await makePod({});
    const gate = cluster.makeGate();
    const argv = debug(pod, ...flags, '--', 'sh', '-c', `${gate.wait}; echo over`);
    const time = hurry(isTerminal);
    const command = cluster.start(argv, { isTerminal, replace: { sleep: time.sleep } });
    await command.untilStderr(SILENT);
    time.stop();
    return { pod, gate, command };
  };
  const back = (pod: string): string => `to come back: kubectl-debug attach ${pod} -n default -c dbg\n`;

  it.each([
    { label: 'without input', flags: [], isTerminal: false, leave: 'Ctrl-C' },
    { label: 'by its log', flags: ['--via=log'], isTerminal: false, leave: 'Ctrl-C' },
    { label: 'without an envelope', flags: ['--envelope=false'], isTerminal: false, leave: 'Ctrl-C' },
    { label: 'on a terminal', flags: ['-it'], isTerminal: true, leave: 'ctrl-p ctrl-q' },
    {
      label: 'on a terminal with other keys',
      flags: ['-it', '--detach-keys=ctrl-@,x'],
      isTerminal: true,
      leave: 'ctrl-@ x',
    },
  ])('$label is spoken of once, with the ways out and back', async ({ flags, isTerminal, leave }) => {
    const { pod, gate, command } = await startSilent(flags, isTerminal);
    await gate.open();
    expect(await command.ended).toBe(0);
    expect(command.stderrText().split(SILENT)).toHaveLength(2);
    expect(command.stderrText()).toContain(
      `debug container "dbg" in default/${pod} ${SILENT}; ${isTerminal ? ENTER : ''}${leave} leaves it running; ${back(pod)}`,
    );
  });

  it.each([
    { label: 'by exec can only be ended', flags: ['--via=exec'], isTerminal: false, end: 'Ctrl-C ends it\n' },
    {
      label: 'by exec on a terminal cannot be rejoined',
      flags: ['--via=exec', '-it'],
      isTerminal: true,
      end: 'ctrl-p ctrl-q leaves it running; it cannot be rejoined\n',
    },
  ])('$label', async ({ flags, isTerminal, end }) => {
    const { gate, command } = await startSilent(flags, isTerminal);
    await gate.open();
    expect(await command.ended).toBe(0);
    expect(command.stderrText()).toContain(`; ${end}`);
  });

  it.each([
    { label: 'with -q', flags: ['-q'], command: (wait: string) => ['sh', '-c', wait], isTerminal: false },
  ])('is not spoken of $label', async ({ flags, command: makeCommand, isTerminal }) => {
    const pod = await makePod({});
    const gate = cluster.makeGate();
    const argv = debug(pod, ...flags, '--', ...makeCommand(gate.wait));
    const time = hurry(isTerminal);
    const command = cluster.start(argv, { isTerminal, replace: { sleep: time.sleep } });
    await time.passed;
    time.stop();
    await gate.open();
    await command.ended;
    expect(command.stderrText()).not.toContain(SILENT);
  });

  it.each([
    { label: 'a shell whose prompt is empty', flags: ['--env=PS1='] },
    { label: 'a shell whose prompt is empty, by exec', flags: ['--env=PS1=', '--via=exec'] },
  ])('is $label, of which is told to press Enter', async ({ flags }) => {
    const pod = await makePod({});
    const argv = debug(pod, '-it', ...flags, '--', 'sh');
    const time = hurry(true);
    const command = cluster.start(argv, { isTerminal: true, replace: { sleep: time.sleep } });
    await command.untilStderr(`${SILENT}; ${ENTER}`);
    time.stop();
    command.stdin.end('exit\n');
    await command.ended;
    expect(command.stderrText().split(SILENT)).toHaveLength(2);
  });

  it.each([{ flags: [] }, { flags: ['--via=exec'] }])(
    'is no shell whose prompt came, however long that waits: $flags',
    async ({ flags }) => {
      const pod = await makePod({});
      let pass: () => void = () => undefined;
      const passed = new Promise<void>((resolve) => (pass = resolve));
      const command = cluster.start(debug(pod, '-it', ...flags, '--env=PS1=ask: ', '--', 'sh'), {
        isTerminal: true,
        replace: {
          sleep: (milliseconds, signal) =>
            milliseconds === 2000
              ? passed.then(() => signal?.throwIfAborted())
              : sleep(milliseconds, undefined, signal && { signal }),
        },
      });
      // Not every shell draws one anew that it drew before the attach.
      command.stdin.write('\r');
      await command.untilStdout('ask: ');
      pass();
      command.stdin.end('exit\n');
      await command.ended;
      expect(command.stderrText()).not.toContain(SILENT);
    },
  );
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
        // Whether the note of a wait of a second comes before the end of a wait of a second is a matter of luck.
        new RegExp(`^(?:waiting for .*\n)?error: .*"dbg" in default/${pod}.* \\[${kind}\\]\nhint: .+\n$`),
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
