import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish } from '../drivers/run-command.ts';

let cluster: RunPlayground;
/** Pods that are called like commands, or nearly so. */
const PODS = ['help', 'version', 'atach'];
beforeAll(async () => {
  cluster = await runPlayground();
  for (const name of PODS) await cluster.makePod(undefined, { name });
});
afterAll(() => cluster.close());

describe.each([
  { where: 'in a script', isTerminal: false },
  { where: 'on a terminal', isTerminal: true },
])('a command that was mistyped $where', ({ isTerminal }) => {
  it.each([
    { typed: ['chekc'], hint: /did you mean kubectl-debug check\?\n$/ },
    { typed: ['-n', 'default', 'chekc'], hint: /did you mean kubectl-debug check\?\n$/ },
    { typed: ['chekc', '-o', 'yaml'], hint: /did you mean kubectl-debug check\?\n$/ },
    { typed: ['hepl'], hint: /kubectl-debug help\?\n$/ },
    { typed: ['audti', 'atach', '--', 'id'], hint: /did you mean kubectl-debug audit\?\n$/ },
  ])('is pointed out: $typed', async ({ typed, hint }) => {
    const { exitCode, stderr } = await finish(cluster.start(typed, { isTerminal }));
    expect({ exitCode, stderr }).toEqual({ exitCode: 125, stderr: expect.stringMatching(hint) });
  });

  it.each([
    { label: 'a pod of no such name', typed: ['web'] },
    { label: 'a pod by its type', typed: ['pod/chekc'] },
    { label: 'flags that the command does not have', typed: ['chekc', '--image=busybox', '--attach=false'] },
    { label: 'a pod behind -p', typed: ['-p', 'chekc'] },
  ])('is not what $label is taken for', async ({ typed }) => {
    const { exitCode, stderr } = await finish(cluster.start(typed, { isTerminal }));
    expect({ exitCode, stderr }).toEqual({
      exitCode: 125,
      stderr: expect.not.stringContaining('did you mean kubectl-debug'),
    });
  });

  it.each([{ typed: ['atach'] }, { typed: ['pod/help'] }, { typed: ['pod/version'] }])(
    'is no mistake where a pod is called so: $typed',
    async ({ typed }) => {
      const argv = [...typed, '--image=busybox', '--', 'echo', 'there'];
      expect(await finish(cluster.start(argv, { isTerminal }))).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining('there'),
      });
    },
  );
});
