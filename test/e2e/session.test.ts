import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DEBUG_IMAGE } from './environment.ts';
import { aPod, APP_COMMAND_LINE, createNamespace, type Namespace } from './fixture.ts';
import { closeTerminals, CTRL_C, openTerminal } from './terminal.ts';

let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('session');
  await namespace.create([aPod('app'), aPod('other')]);
});
afterEach(closeTerminals);
afterAll(() => namespace.remove());

const shellIn = (pod: string, ...flags: readonly string[]) => [
  pod,
  `--namespace=${namespace.name}`,
  `--image=${DEBUG_IMAGE}`,
  '-it',
  ...flags,
];

it('shows a prompt, runs what is typed, and ends with the exit code of the shell', async () => {
  const terminal = await openTerminal();
  await terminal.start(shellIn('app'));
  await terminal.waitFor('# ');
  terminal.type('echo "two and two is $((2+2))"\r');
  await terminal.waitFor('two and two is 4');
  terminal.type('exit 3\r');
  expect(await terminal.exitCode()).toBe(3);
});

it('echoes each key once, as the local terminal is in raw mode', async () => {
  const terminal = await openTerminal();
  await terminal.start(shellIn('app', '--', 'sh'));
  await terminal.waitFor('# ');
  terminal.type('echo once-only | tr a-z A-Z\r');
  await terminal.waitFor('ONCE-ONLY');
  // A line that is drawn anew, below what came before the attach, is cleared first.
  expect(terminal.shown()).not.toMatch(/echo once-only[^\x1b]*echo once-only/);
});

it('sees the processes of the target container', async () => {
  const terminal = await openTerminal();
  await terminal.start(shellIn('app', '--target=app'));
  await terminal.waitFor('# ');
  terminal.type(`tr '\\0' ' ' < /proc/1/cmdline\r`);
  await terminal.waitFor(APP_COMMAND_LINE);
});

it('tells the remote terminal the size of the window, and each change of it', async () => {
  const terminal = await openTerminal();
  await terminal.start(shellIn('other'));
  await terminal.waitFor('# ');
  terminal.type('until [ "$(stty size)" = "30 100" ]; do sleep 0.1; done; echo at"-"first\r');
  await terminal.waitFor('at-first');
  terminal.resize({ columns: 80, rows: 25 });
  terminal.type('until [ "$(stty size)" = "25 80" ]; do sleep 0.1; done; echo re"-"sized\r');
  await terminal.waitFor('re-sized');
});

it('shows what the remote terminal sends as it is, so that full-screen programs look right', async () => {
  const terminal = await openTerminal();
  await terminal.start(shellIn('other'));
  await terminal.waitFor('# ');
  // A line feed alone only moves the cursor down; vi, less and top rely on that.
  terminal.type("stty -opost; printf 'up\\ndown\\r\\n'; stty opost\r");
  await terminal.waitFor(/up\r*\ndown/);
  expect(terminal.shown()).toMatch(/up\ndown/);
});

it('hands keys to the remote shell that would end or stop a local program', async () => {
  const terminal = await openTerminal();
  await terminal.start(shellIn('other'));
  await terminal.waitFor('# ');
  terminal.type('echo rea"-"dy; cat\r');
  await terminal.waitFor('rea-dy');
  terminal.type('typed\r');
  await terminal.waitFor(/typed\s+typed/);
  terminal.type(CTRL_C);
  await terminal.waitFor('# ');
  terminal.type('exit\r');
  expect(await terminal.exitCode()).toBe(130);
});
