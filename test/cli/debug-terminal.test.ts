import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import type { RunningCommand } from '../drivers/run-command.ts';
import { until } from '../drivers/until.ts';

let cluster: RunPlayground;
let pod: string;
beforeAll(async () => {
  cluster = await runPlayground();
  pod = await cluster.makePod();
});
afterAll(() => cluster.close());

const IMAGE = '--image=busybox';
const onTerminal = (argv: readonly string[], name = pod): RunningCommand =>
  cluster.start(['-it', name, IMAGE, ...argv], { isTerminal: true });
/** What a shell prints for `$((…))` in what is typed, which the terminal echoes as it is. */
const SUM = { typed: 'echo $((40+2))!\n', printed: '42!' };

describe('a shell on a terminal', () => {
  it('takes keys one by one, and gives the terminal back at its end, with its exit code', async () => {
    const command = onTerminal(['-c', 'shell']);
    await until(() => command.rawModes.length > 0, command.stderrText);
    expect(command.rawModes).toEqual([true]);
    command.stdin.write(SUM.typed);
    await command.untilStdout(SUM.printed);
    command.stdin.write('exit 3\n');
    expect(await command.ended).toBe(3);
    expect(command.rawModes).toEqual([true, false]);
  });

  it('knows the size of the window, and each new one', async () => {
    const command = onTerminal(['--', 'sh']);
    await until(() => command.rawModes.length > 0, command.stderrText);
    command.stdin.write('stty size\n');
    await command.untilStdout('24 80');
    command.resizeTo({ columns: 132, rows: 50 });
    await until(() => {
      command.stdin.write('stty size\n');
      return command.stdoutText().includes('50 132');
    }, command.stdoutText);
    command.stdin.write('exit\n');
    expect(await command.ended).toBe(0);
  });

  it('hears Ctrl-C itself, which does not end us', async () => {
    const command = onTerminal([
      '--',
      'sh',
      '-c',
      'trap "echo heard; exit 9" INT; echo ready; while :; do sleep 0.02; done',
    ]);
    await command.untilStdout('ready');
    command.stdin.write('\u0003');
    expect(await command.ended).toBe(9);
    expect(command.stdoutText()).toContain('heard');
  });

  it('says that what is typed is stored in the log', async () => {
    const command = onTerminal(['--', 'true']);
    await command.ended;
    expect(command.stderrText()).toContain(' · logged');
    const verbose = onTerminal(['-v=1', '--', 'true']);
    await verbose.ended;
    expect(verbose.stderrText()).toContain('the log of the debug container records what you type');
  });
});

it('shows what a program on a terminal printed before we could attach, once', async () => {
  const lagging = await cluster.makePod({ kind: 'run', statusLagMs: 400 });
  const command = onTerminal(['--', 'sh', '-c', 'echo early; read line; echo "late $line"; exit 5'], lagging);
  await command.untilStdout('early\r\n');
  command.stdin.write('typed\n');
  expect(await command.ended).toBe(5);
  expect(command.stdoutText()).toBe('early\r\ntyped\r\nlate typed\r\n');
});

describe('a session that is left', () => {
  it.each([
    { signal: 'SIGTERM', exitCode: 143 },
    { signal: 'SIGHUP', exitCode: 129 },
    { signal: 'SIGINT', exitCode: 130 },
  ] as const)('by $signal gives the terminal back and goes on without us', async ({ signal, exitCode }) => {
    const name = `left-${signal.toLowerCase()}`;
    const command = onTerminal(['-c', name]);
    await until(() => command.rawModes.length > 0, command.stderrText);
    expect(command.deliver(signal)).toBe(true);
    expect(await command.ended).toBe(exitCode);
    expect(command.rawModes).toEqual([true, false]);
    expect(command.stderrText()).toContain(
      `to come back: kubectl-debug attach ${pod} -n default -c ${name}; to end it: kubectl-debug stop ${pod} -n default -c ${name}\n`,
    );
    await cluster.untilContainer(pod, name, 'running');
  });

  it('because its terminal is gone ends as by SIGHUP', async () => {
    const command = onTerminal([]);
    await until(() => command.rawModes.length > 0, command.stderrText);
    command.stdin.end();
    expect(await command.ended).toBe(129);
    expect(command.rawModes).toEqual([true, false]);
  });

  it('because nobody reads its output ends with 141', async () => {
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    const command = cluster.start(['-it', pod, IMAGE], { isTerminal: true, replace: { stdout } });
    await until(() => command.rawModes.length > 0, command.stderrText);
    command.stdin.write('echo x\n');
    expect(await command.ended).toBe(141);
    expect(command.rawModes).toEqual([true, false]);
  });

  it('puts away what a full-screen program has switched on', async () => {
    const program = String.raw`read line; printf '\033[?1049h\033[?25l'; sleep 1000`;
    const command = onTerminal(['--', 'sh', '-c', program]);
    command.stdin.write('\n');
    await command.untilStdout('\u001b[?25l');
    command.deliver('SIGTERM');
    await command.ended;
    expect(command.stdoutText()).toMatch(/\u001b\[\?1049l\u001b\[\?25h$/);
  });
});

it('gives the terminal back while we are stopped, and takes it again afterwards', async () => {
  let modesWhenStopped: readonly boolean[] = [];
  const command: RunningCommand = cluster.start(['-it', pod, IMAGE], {
    isTerminal: true,
    replace: { suspend: () => (modesWhenStopped = [...command.rawModes]) },
  });
  await until(() => command.rawModes.length > 0, command.stderrText);
  expect(command.deliver('SIGTSTP')).toBe(true);
  expect(modesWhenStopped).toEqual([true, false]);
  expect(command.deliver('SIGCONT')).toBe(true);
  expect(command.rawModes.at(-1)).toBe(true);
  command.stdin.write('exit\n');
  expect(await command.ended).toBe(0);
});

it('opens a shell in one pod after the other, each with the keys that are typed into it', async () => {
  const other = await cluster.makePod();
  const command = cluster.start(['-it', pod, other, IMAGE], { isTerminal: true });
  await until(() => command.rawModes.length === 1, command.stderrText);
  command.stdin.write('exit 2\n');
  await until(() => command.rawModes.length === 3, command.stderrText);
  command.stdin.write('exit 4\n');
  expect(await command.ended).toBe(2);
});

it('warns in kubectl’s words when there is no terminal, and still types what comes from the pipe', async () => {
  const command = cluster.start(['-it', pod, IMAGE, '--', 'sh']);
  command.stdin.end(`${SUM.typed}exit 6\n`);
  expect(await command.ended).toBe(6);
  expect(command.stdoutText()).toContain(SUM.printed);
  expect(command.stderrText()).toContain(
    'Unable to use a TTY - input is not a terminal or the right kind of file',
  );
});
