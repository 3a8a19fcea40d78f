import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { usePackageAndPod } from '../drivers/package-and-pod.ts';
import {
  openLocalTerminal,
  closeTerminals,
  CTRL_C,
  CTRL_D,
  type LocalTerminal,
} from '../drivers/local-terminal.ts';
import { until } from '../drivers/until.ts';

const world = usePackageAndPod();
afterEach(closeTerminals);

const open = (): Promise<LocalTerminal> =>
  openLocalTerminal({ program: world.built.started, kubeconfig: world.cluster.kubeconfigs.admin });
/** A shell that says when it reads, whatever the prompt of this machine is. */
const SHELL = ['-it', '--image=busybox', '-q', '--', 'sh', '-c', 'echo rea""dy; exec sh'];
const shell = (): readonly string[] => [world.pod, ...SHELL];

/** Text that only the remote side makes of what is typed, as a terminal shows that as well. */
const saying = (word: string): string => `echo ${word.slice(0, 1)}""${word.slice(1)}`;

interface Session {
  readonly terminal: LocalTerminal;
  readonly pid: number;
}

describe('the terminal is as it was', () => {
  it.each<{
    readonly way: string;
    readonly leave: (session: Session) => void;
    readonly exitCode: number;
  }>([
    { way: 'exit 3', leave: ({ terminal }) => terminal.type('exit 3\r'), exitCode: 3 },
    { way: 'Ctrl-D', leave: ({ terminal }) => terminal.type(CTRL_D), exitCode: 0 },
    { way: 'the detach keys', leave: ({ terminal }) => terminal.type('\x10\x11'), exitCode: 0 },
    { way: 'SIGINT', leave: ({ pid }) => process.kill(pid, 'SIGINT'), exitCode: 130 },
    { way: 'SIGTERM', leave: ({ pid }) => process.kill(pid, 'SIGTERM'), exitCode: 143 },
    { way: 'SIGHUP', leave: ({ pid }) => process.kill(pid, 'SIGHUP'), exitCode: 129 },
    {
      way: 'the end of a killed process',
      leave: ({ terminal }) => terminal.type('kill -9 $$\r'),
      exitCode: 137,
    },
  ])('after $way, with exit code $exitCode', async ({ leave, exitCode }) => {
    const terminal = await open();
    const before = terminal.modes();
    const pid = await terminal.start(shell());
    await terminal.waitFor('ready');
    await until(() => terminal.modes() !== before, terminal.shown);
    leave({ terminal, pid });
    expect(await terminal.exitCode()).toBe(exitCode);
    expect(terminal.modes()).toBe(before);
  });

  it('after Ctrl-C before the container has started', async () => {
    const stuck = await world.cluster.makePod({ kind: 'run', ignoresEphemeralContainers: true });
    const terminal = await open();
    const before = terminal.modes();
    await terminal.start([stuck, '-it', '--image=busybox']);
    await terminal.waitFor(/waiting for debug container/);
    terminal.type(CTRL_C);
    expect(await terminal.exitCode()).toBe(130);
    expect(terminal.modes()).toBe(before);
  });

  it('after Ctrl-C in a session without input, whose container goes on', async () => {
    const terminal = await open();
    const before = terminal.modes();
    await terminal.start([
      world.pod,
      '--image=busybox',
      '-c',
      'no-input',
      '--',
      'sh',
      '-c',
      'echo rea""dy; sleep 1000',
    ]);
    await terminal.waitFor('ready');
    expect(terminal.modes()).toBe(before);
    terminal.type(CTRL_C);
    await terminal.waitFor(`to come back: kubectl-debug attach ${world.pod} -n default -c no-input`);
    expect(await terminal.exitCode()).toBe(130);
    expect(terminal.modes()).toBe(before);
    await world.cluster.untilContainer(world.pod, 'no-input', 'running');
  });

  it('when nobody reads the output any more', async () => {
    const terminal = await open();
    const before = terminal.modes();
    const line = [...world.built.started, world.pod, '-it', '--image=busybox', '-q', '--', 'yes'];
    terminal.type(`{ ${line.join(' ')}; echo "exit=$?" >&2; } | head -n 1\r`);
    await terminal.waitFor('y\r\n');
    expect(await terminal.exitCode()).toBe(141);
    expect(terminal.modes()).toBe(before);
  });

  it('when only its input is a terminal', async () => {
    const file = join(world.built.folder, 'output');
    const terminal = await open();
    const before = terminal.modes();
    const line = [...world.built.started, world.pod, '-it', '--image=busybox', '-q'];
    terminal.type(`${line.join(' ')} > ${file}; echo "exit=$?"\r`);
    await until(() => terminal.modes() !== before, terminal.shown);
    terminal.type(`${saying('heard')}\r`);
    await until(() => existsSync(file) && readFileSync(file, 'utf8').includes('heard'), terminal.shown);
    terminal.type('exit 4\r');
    expect(await terminal.exitCode()).toBe(4);
    expect(terminal.modes()).toBe(before);
  });
});

it('hands Ctrl-C, Ctrl-Z and Ctrl-\\ to the remote side as the bytes that they are', async () => {
  const terminal = await open();
  const script = 'stty raw -echo; echo rea""dy; dd bs=1 count=3 2>/dev/null | od -An -tx1';
  await terminal.start([world.pod, '-it', '--image=busybox', '-q', '--', 'sh', '-c', script]);
  await terminal.waitFor('ready');
  terminal.type('\x03\x1a\x1c');
  await terminal.waitFor('03 1a 1c');
  expect(await terminal.exitCode()).toBe(0);
});

it('tells the size that counts in the end after a storm of changes', async () => {
  const terminal = await open();
  await terminal.start(shell());
  await terminal.waitFor('ready');
  for (let columns = 41; columns < 141; columns += 1) terminal.resize({ columns, rows: 20 });
  terminal.resize({ columns: 77, rows: 33 });
  terminal.type(`until [ "$(stty size)" = "33 77" ]; do sleep 0.1; done; ${saying('sized')}\r`);
  await terminal.waitFor('sized');
});

describe('a session that is stopped', () => {
  it.each(['SIGTSTP', 'SIGSTOP'] as const)('by %s goes on with its terminal as it was', async (signal) => {
    const terminal = await open();
    const before = terminal.modes();
    const pid = await terminal.start(shell());
    await terminal.waitFor('ready');
    await until(() => terminal.modes() !== before, terminal.shown);
    const raw = terminal.modes();
    process.kill(pid, signal);
    await terminal.waitFor(/Stopped/);
    if (signal === 'SIGTSTP') expect(terminal.modes()).toBe(before);
    // As a shell does that puts its own modes back.
    else execFileSync('stty', ['-F', terminal.device, before]);
    terminal.type('fg\r');
    await until(() => terminal.modes() === raw, terminal.shown);
    terminal.type(`${saying('again')}\r`);
    await terminal.waitFor('again');
    terminal.type('exit 5\r');
    await until(() => terminal.modes() === before, terminal.shown);
  });

  it('says that the container may have to wait', async () => {
    const terminal = await open();
    const command = ['--', 'sh', '-c', 'echo rea""dy; exec sh'];
    const before = terminal.modes();
    const pid = await terminal.start([world.pod, '-it', '--image=busybox', '-c', 'stopped', ...command]);
    await terminal.waitFor('ready');
    // The first output may come before the session listens to signals.
    await until(() => terminal.modes() !== before, terminal.shown);
    process.kill(pid, 'SIGTSTP');
    await terminal.waitFor('stopped; fg continues; until then "stopped" may wait');
  });
});

describe('a window that is closed', () => {
  it.each([
    { label: 'a session', argv: () => shell() },
    {
      label: 'a log',
      argv: () => [world.pod, '--image=busybox', '-q', '--', 'sh', '-c', 'echo rea""dy; sleep 1000'],
    },
  ])('ends $label as by SIGHUP', async ({ label, argv }) => {
    const file = join(world.built.folder, `closed-${label.replace(' ', '-')}`);
    const terminal = await open();
    // A shell inside that hears of it as well, and lives long enough to tell.
    const script = 'file=$1; shift; trap : HUP; "$@"; echo "exit=$?" > "$file"';
    const words = [script, 'sh', file, ...world.built.started, ...argv()];
    terminal.type(`sh -c ${words.map((word) => `'${word}'`).join(' ')}\r`);
    await terminal.waitFor('ready');
    terminal.close();
    await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '', terminal.shown);
    expect(readFileSync(file, 'utf8')).toBe('exit=129\n');
  });
});
