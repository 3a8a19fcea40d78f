import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { REGISTRY, slowImage } from './environment.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { runProgram } from './program.ts';
import { closeTerminals, openTerminal } from './terminal.ts';

describe.skipIf(REGISTRY === undefined)('an image that is pulled slowly (needs our registry)', () => {
  let namespace: Namespace;
  beforeAll(async () => {
    namespace = await createNamespace('slow');
    await namespace.create([aPod('app')]);
  });
  afterEach(closeTerminals);
  afterAll(() => namespace.remove());

  it('is waited for on a terminal with the reason in view, and ends in a shell', async () => {
    const terminal = await openTerminal();
    const before = terminal.modes();
    await terminal.start(['app', '-n', namespace.name, `--image=${slowImage()}`, '-it']);
    await terminal.waitFor(/waiting for debug container .*pull/i);
    await terminal.waitFor('# ');
    terminal.type('exit 5\r');
    expect(await terminal.exitCode()).toBe(5);
    expect(terminal.modes()).toBe(before);
  });

  it('is waited for without a terminal, and ends in the output and exit code of the command', async () => {
    const args = [
      'app',
      '-n',
      namespace.name,
      `--image=${slowImage()}`,
      '--',
      'sh',
      '-c',
      'echo late; exit 7',
    ];
    const { stdout, exitCode } = await runProgram(args);
    expect({ stdout, exitCode }).toEqual({ stdout: 'late\n', exitCode: 7 });
  });
});
