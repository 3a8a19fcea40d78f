import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../drivers/until.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish, type CommandResult } from '../drivers/run-command.ts';

let cluster: RunPlayground;
beforeAll(async () => {
  cluster = await runPlayground();
});
afterAll(() => cluster.close());

const run = (...argv: readonly string[]): Promise<CommandResult> => finish(cluster.start(argv));
const start = (pod: string, name: string, ...command: readonly string[]): Promise<CommandResult> =>
  run(pod, '--image=busybox', '-q', '-d', '-c', name, '--', ...command);
const named = (pod: string): readonly string[] =>
  (cluster.readPod(pod).spec.ephemeralContainers ?? []).map(({ name }) => name);

/** The words of a command line in a hint, without the name of the program. */
function wordsOf(hint: string): readonly string[] {
  return hint.split(' ').slice(1);
}

describe('the name of a debug container that there is already', () => {
  it('leads into the one that runs, or to the next free name', async () => {
    const pod = await cluster.makePod();
    const gate = cluster.makeGate();
    await start(pod, 'dbg', 'sh', '-c', `${gate.wait}; echo still here; exit 7`);
    const { exitCode, stderr } = await start(pod, 'dbg', 'ls');
    expect(exitCode).toBe(125);
    const [, attach = '', name = ''] = /^hint: to join it: (.+); another name: -c (\S+)$/m.exec(stderr) ?? [];
    const joined = cluster.start([...wordsOf(attach), '-q']);
    await until(
      () => cluster.playground.requests.some(({ path }) => path.endsWith(`/${pod}/attach`)),
      () => `an attach: ${joined.stderrText()}`,
    );
    await gate.open();
    expect(await finish(joined)).toMatchObject({ exitCode: 7, stdout: 'still here\n' });
    expect(await start(pod, name, 'ls')).toMatchObject({ exitCode: 0, stdout: 'dbg-2\n' });
  });

  it('leads to the next free name if it has ended', async () => {
    const pod = await cluster.makePod();
    await start(pod, 'dbg', 'true');
    await expect
      .poll(async () => (await start(pod, 'dbg', 'ls')).stderr)
      .toMatch(
        /\(Completed, exit code 0\) \[container-exists\]\nhint: another name: -c dbg-2; or leave out -c\n$/,
      );
  });

  it('is told from the other mistakes if somebody else is faster', async () => {
    const pod = await cluster.makePod();
    const isRefused = (text: string): boolean => text.includes('[container-exists]');
    const results = await Promise.all(
      ['11', '12', '13'].map((seconds) => start(pod, 'race', 'sleep', seconds)),
    );
    const codes = results.map(({ exitCode }) => exitCode).toSorted((one, other) => one - other);
    expect(codes).toEqual([0, 125, 125]);
    expect(results.filter(({ stderr }) => isRefused(stderr))).toHaveLength(2);
    expect(named(pod)).toEqual(['race']);
  });
});
