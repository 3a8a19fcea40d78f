import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEBUG_IMAGE, RESTART } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { runKubectl } from './kubectl.ts';
import { endPrograms, startProgram } from './program.ts';
import { closeTerminals, openTerminal } from './terminal.ts';

/** Kills a program of the node and starts it again; returns when the node is ready. */
const restart = (name: string) => promisify(execFile)(process.execPath, [RESTART ?? '', 'restart', name]);

/** Counts until it is told to stop. */
const COUNT = 'i=0; while [ ! -e /tmp/stop ]; do i=$((i+1)); echo "line $i of many"; sleep 0.1; done; exit 7';

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

  /** Has the count in a container come to its end. */
  const stop = (container: string) =>
    eventually(`an exec in ${container}`, async () => {
      const argv = ['exec', 'app', '-n', namespace.name, '-c', container, '--', 'touch', '/tmp/stop'];
      return (await runKubectl(argv)).exitCode === 0 || undefined;
    });

  const linesOf = (shown: string): readonly string[] => shown.match(/line \d+ of many/g) ?? [];
  const expectEachOnce = (shown: string): void => {
    const lines = linesOf(shown);
    expect(lines).toEqual(lines.map((_, index) => `line ${index + 1} of many`));
  };

  /** Waits for ten lines more. */
  const tenMore = async (shown: () => string): Promise<void> => {
    const count = linesOf(shown()).length;
    await eventually('ten more lines', () => linesOf(shown()).length > count + 10 || undefined);
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

    await Promise.all(['shell', 'logged'].map(stop));
    const { exitCode, stdout } = await logged.ended;
    expectEachOnce(stdout);
    expect(exitCode).toBe(7);
    terminal.type('exit 9\r');
    expect(await terminal.exitCode()).toBe(9);
    expectEachOnce(terminal.shown());
  });
});
