import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
afterAll(async () => {
  closeTerminals();
  endPrograms();
  await namespace.remove();
});

/**
 * Long enough that some of its lines come while the way is cut, and some after. The cut is made in the fiftieth line, fifteen seconds
 * after the first one: what was sent to the container must have been confirmed, which a ping does every five seconds.
 */
const COUNT =
  'i=0; while [ $i -lt 75 ]; do i=$((i+1)); echo "line $i of many"; sleep 0.3; done; sleep 2; exit 7';
const LINES = Array.from({ length: 75 }, (_, index) => `line ${index + 1} of many`);
const AWAY_MS = 3000;

const command = (name: string, ...flags: readonly string[]) => [
  'app',
  `--namespace=${namespace.name}`,
  `--image=${DEBUG_IMAGE}`,
  `--container=${name}`,
  ...flags,
];

// They wait most of the time, each in a container of its own.
describe.concurrent('a connection that is lost', () => {
  it('is mended for a shell on a terminal: output comes once, and keys arrive again', async () => {
    const terminal = await openTerminal();
    const before = terminal.modes();
    const forwarder = await openForwarder();
    await terminal.start([...forwarder.flags, ...command('shell', '-it')]);
    await terminal.waitFor('# ');
    terminal.type(`(${COUNT})\r`);
    await terminal.waitFor('line 5 of many');
    forwarder.cut();
    await terminal.waitFor('lost the connection');
    await sleep(AWAY_MS);
    forwarder.mend();
    await terminal.waitFor(/reconnected after \d+ s/);
    await terminal.waitFor('line 75 of many');
    terminal.type('echo "still he"re\r');
    await terminal.waitFor('still here');
    terminal.type('exit 9\r');
    expect(await terminal.exitCode()).toBe(9);
    expect(terminal.modes()).toBe(before);
    expect(terminal.shown().match(/line \d+ of many/g)).toEqual(LINES);
  });

  it.each([
    { label: 'a pipe, whose output goes on from the log', name: 'piped', flags: ['-i'], input: '' },
    { label: 'a log that is followed', name: 'logged', flags: [], input: '' },
    { label: 'a terminal without a person', name: 'tty', flags: ['-it'], input: '' },
  ])('is mended for $label: every line once, and the exit code', async ({ name, flags, input }) => {
    const forwarder = await openForwarder();
    const argv = [...forwarder.flags, ...command(name, ...flags, '--', 'sh', '-c', COUNT)];
    const program = startProgram(argv, { input });
    await program.waitFor('stdout', /line 50 of many/);
    forwarder.cut();
    await sleep(AWAY_MS);
    forwarder.mend();
    const { exitCode, stdout } = await program.ended;
    expect(stdout.replaceAll('\r', '').trim().split('\n')).toEqual(LINES);
    expect(exitCode).toBe(7);
  });
});
