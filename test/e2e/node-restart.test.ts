import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { COUNT, countedLines, expectCountsToEnd } from './counting.ts';
import { DEBUG_IMAGE, RESTART } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { endPrograms, startProgram } from './program.ts';
import { restart } from './restart.ts';
import { closeTerminals, openTerminal } from './terminal.ts';

describe.skipIf(RESTART === undefined)('a node whose kubelet and containerd are killed', () => {
  let namespace: Namespace;
  beforeAll(async () => {
    namespace = await createNamespace('restart');
    await namespace.create([aPod('app')]);
  });
  afterEach(closeTerminals);
  afterEach(endPrograms);
  afterAll(() => namespace.remove());

  const inPod = (container: string) => [
    'app',
    '-n',
    namespace.name,
    `--image=${DEBUG_IMAGE}`,
    '-c',
    container,
  ];

  /** Waits for ten lines more. */
  const tenMore = async (shown: () => string): Promise<void> => {
    const count = countedLines(shown()).length;
    await eventually('ten more lines', () => countedLines(shown()).length > count + 10 || undefined);
  };

  it('never ends a session with success: each is mended, every line comes once, and exit codes are true', async () => {
    const terminal = await openTerminal();
    await terminal.start([...inPod('shell'), '-it']);
    await terminal.waitFor('# ');
    terminal.type(`(${COUNT})\r`);
    const logged = startProgram([...inPod('logged'), '--', 'sh', '-c', COUNT]);
    const executed = startProgram([...inPod('executed'), '--via=exec', '--', 'sh', '-c', COUNT]);
    await Promise.all([logged, executed].map((program) => program.waitFor('stdout', /line 10 of many/)));
    await terminal.waitFor('line 10 of many');

    await restart('kubelet');
    await terminal.waitFor(/reconnected after \d+ s/);
    // Nobody can go back into an exec.
    const lost = await executed.ended;
    expect(lost.exitCode).toBe(125);
    expect(lost.stderr).toMatch(/\[(connection-lost|exit-code-unknown)\]/);
    await tenMore(terminal.shown);

    await restart('containerd');
    await terminal.waitFor(/reconnected after \d+ s/);
    await tenMore(terminal.shown);

    await expectCountsToEnd({ namespace: namespace.name, pod: 'app' }, { terminal, logged });
  });
});
