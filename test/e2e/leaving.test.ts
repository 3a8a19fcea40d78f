import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DEBUG_IMAGE, REGISTRY, slowImage } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { openForwarder } from './forwarder.ts';
import { kubectl } from './kubectl.ts';
import { closeTerminals, CTRL_C, CTRL_D, openTerminal, type LocalTerminal } from './terminal.ts';

let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('leaving');
  await namespace.create([aPod('app'), aPod('doomed')]);
});
afterEach(closeTerminals);
afterAll(() => namespace.remove());

interface Session {
  readonly terminal: LocalTerminal;
  readonly pid: number;
}

const shellIn = (pod: string) => [
  pod,
  `--namespace=${namespace.name}`,
  `--image=${DEBUG_IMAGE}`,
  '--target=app', // the shell is not process 1 then, which no signal can kill from inside
  '-it',
];

const WAYS: readonly {
  readonly way: string;
  readonly leave: (session: Session) => void;
  readonly exitCode: number;
}[] = [
  { way: 'exit', leave: ({ terminal }) => terminal.type('exit\r'), exitCode: 0 },
  { way: 'exit 3', leave: ({ terminal }) => terminal.type('exit 3\r'), exitCode: 3 },
  { way: 'Ctrl-D', leave: ({ terminal }) => terminal.type(CTRL_D), exitCode: 0 },
  { way: 'SIGINT', leave: ({ pid }) => process.kill(pid, 'SIGINT'), exitCode: 130 },
  { way: 'SIGTERM', leave: ({ pid }) => process.kill(pid, 'SIGTERM'), exitCode: 143 },
  { way: 'SIGHUP', leave: ({ pid }) => process.kill(pid, 'SIGHUP'), exitCode: 129 },
  {
    way: 'the end of a killed container',
    leave: ({ terminal }) => terminal.type('kill -9 $$\r'),
    exitCode: 137,
  },
];

it.each(WAYS)('leaves the terminal as it was after $way, with exit code $exitCode', async (row) => {
  const terminal = await openTerminal();
  const before = terminal.modes();
  const pid = await terminal.start(shellIn('app'));
  await terminal.waitFor('# ');
  expect(terminal.modes(), terminal.shown()).not.toBe(before);
  row.leave({ terminal, pid });
  expect(await terminal.exitCode()).toBe(row.exitCode);
  expect(terminal.modes()).toBe(before);
});

it('leaves the terminal as it was when the pod is deleted, and does not call that a success', async () => {
  const terminal = await openTerminal();
  const before = terminal.modes();
  await terminal.start(shellIn('doomed'));
  await terminal.waitFor('# ');
  await kubectl(['delete', 'pod', 'doomed', '--force', '-n', namespace.name]);
  expect([125, 137]).toContain(await terminal.exitCode());
  expect(terminal.modes()).toBe(before);
});

it('leaves the terminal as it was when a connection that is not mended is cut, and says that it was lost', async () => {
  const terminal = await openTerminal();
  const before = terminal.modes();
  const forwarder = await openForwarder();
  await terminal.start([...forwarder.flags, '--no-reconnect', ...shellIn('app')]);
  await terminal.waitFor('# ');
  forwarder.cut();
  await terminal.waitFor('[connection-lost]');
  expect(await terminal.exitCode()).toBe(125);
  expect(terminal.modes()).toBe(before);
});

it.skipIf(REGISTRY === undefined).each<{
  readonly way: string;
  readonly leave: (session: Session) => void | Promise<void>;
  readonly exitCode: number;
}>([
  { way: 'Ctrl-C', leave: ({ terminal }) => terminal.type(CTRL_C), exitCode: 130 },
  {
    way: 'Enter and Ctrl-C',
    leave: async ({ terminal }) => {
      terminal.type('\r');
      // The second one is drawn after the key.
      await terminal.waitFor(/waiting for debug container/);
      await terminal.waitFor(/waiting for debug container/);
      terminal.type(CTRL_C);
    },
    exitCode: 130,
  },
  { way: 'SIGTERM', leave: ({ pid }) => process.kill(pid, 'SIGTERM'), exitCode: 143 },
])('leaves the terminal as it was after $way before the container has started', async (row) => {
  const terminal = await openTerminal();
  const before = terminal.modes();
  const args = ['app', `--namespace=${namespace.name}`, `--image=${slowImage()}`, '-it'];
  const pid = await terminal.start(args);
  await terminal.waitFor(/waiting for debug container/);
  await row.leave({ terminal, pid });
  expect(await terminal.exitCode()).toBe(row.exitCode);
  expect(terminal.shown().split('\n').filter(hasSpinner)).toEqual([]);
  expect(terminal.modes()).toBe(before);
});

/** Whether a line that says what is waited for was left behind, and not erased. */
function hasSpinner(line: string): boolean {
  const at = line.lastIndexOf('waiting for debug container');
  return at !== -1 && !line.includes('\x1b[0K', at);
}

it('ends with the window that it runs in', async () => {
  const terminal = await openTerminal();
  const pid = await terminal.start(shellIn('app'));
  await terminal.waitFor('# ');
  terminal.close();
  await eventually('the end of the program', () => !isRunning(pid) || undefined);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // no such process
  }
}
