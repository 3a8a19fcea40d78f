import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEBUG_IMAGE } from './environment.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { openForwarder } from './forwarder.ts';
import { endPrograms, startProgram } from './program.ts';
import { closeTerminals, openTerminal } from './terminal.ts';

let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('reconnect');
  await namespace.create([aPod('app')]);
});
afterEach(closeTerminals);
afterEach(endPrograms);
afterAll(() => namespace.remove());

/** Long enough that some of its lines come while the way is cut, and some after. */
const COUNT = 'i=0; while [ $i -lt 60 ]; do i=$((i+1)); echo "line $i of sixty"; sleep 0.2; done; exit 7';
const LINES = Array.from({ length: 60 }, (_, index) => `line ${index + 1} of sixty`);
const AWAY_MS = 3000;

const command = (name: string, ...flags: readonly string[]) => [
  'app',
  `--namespace=${namespace.name}`,
  `--image=${DEBUG_IMAGE}`,
  `--container=${name}`,
  ...flags,
];

it('mends a shell on a terminal: output comes once, and keys arrive again', async () => {
  const terminal = await openTerminal();
  const before = terminal.modes();
  const forwarder = await openForwarder();
  await terminal.start([...forwarder.flags, ...command('shell', '-it')]);
  await terminal.waitFor('# ');
  terminal.type(`(${COUNT})\r`);
  await terminal.waitFor('line 5 of sixty');
  forwarder.cut();
  await terminal.waitFor('lost the connection');
  await sleep(AWAY_MS);
  forwarder.mend();
  await terminal.waitFor(/reconnected after \d+ s/);
  await terminal.waitFor('line 60 of sixty');
  terminal.type('echo "still he"re\r');
  await terminal.waitFor('still here');
  terminal.type('exit 9\r');
  expect(await terminal.exitCode()).toBe(9);
  expect(terminal.modes()).toBe(before);
  expect(terminal.shown().match(/line \d+ of sixty/g)).toEqual(LINES);
});

it.each([
  { label: 'a pipe, whose output goes on from the log', name: 'piped', flags: ['-i'], input: '' },
  { label: 'a log that is followed', name: 'logged', flags: [], input: '' },
  { label: 'a terminal without a person', name: 'tty', flags: ['-it'], input: '' },
])('mends $label: every line once, and the exit code', async ({ name, flags, input }) => {
  const forwarder = await openForwarder();
  const argv = [...forwarder.flags, ...command(name, ...flags, '--', 'sh', '-c', COUNT)];
  const program = startProgram(argv, { input });
  await program.waitFor('stdout', /line 30 of sixty/);
  forwarder.cut();
  await sleep(AWAY_MS);
  forwarder.mend();
  const { exitCode, stdout } = await program.ended;
  expect(stdout.replaceAll('\r', '').trim().split('\n')).toEqual(LINES);
  expect(exitCode).toBe(7);
});
