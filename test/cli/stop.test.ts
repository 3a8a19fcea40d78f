import { afterAll, beforeAll, expect, it } from 'vitest';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish, type CommandResult } from '../drivers/run-command.ts';

let cluster: RunPlayground;
let pod: string;
beforeAll(async () => {
  cluster = await runPlayground();
  pod = await cluster.makePod();
  for (const name of ['debugger-ann-x7k2p', 'debugger-user-x7k2p']) {
    const argv = ['debug', pod, '--image=busybox', '-q', '--attach=false', '-c', name];
    await finish(cluster.start([...argv, '--', 'sleep', '1000']));
    await cluster.untilContainer(pod, name, 'running');
  }
});
afterAll(() => cluster.close());

const stop = (...argv: readonly string[]): Promise<CommandResult> =>
  finish(cluster.start(['stop', ...argv], { replace: { userName: 'User' } }));

it('takes with --mine what the user of this machine has started, and nothing of others', async () => {
  expect(await stop('--mine', '--dry-run=client')).toEqual({
    exitCode: 0,
    stdout: `debug container "debugger-user-x7k2p" in default/${pod} would be stopped\n`,
    stderr: '',
  });
});

const NONE_OF_YOURS =
  'nothing of yours to stop; --mine finds no node pods, and no containers named with -c; to list them:';

it.each([
  {
    argv: ['--mine', '-n', 'kube-system', '--yes'],
    stderr: `${NONE_OF_YOURS} kubectl-debug pods -n kube-system --debugged\n`,
    exitCode: 0,
  },
  {
    argv: ['--mine', '-A', '--older-than=1h', '--yes'],
    stderr: `${NONE_OF_YOURS} kubectl-debug pods -A --debugged\n`,
    exitCode: 0,
  },
  { argv: ['--older-than=1h', '--yes'], stderr: /^nothing to stop\n$/, exitCode: 0 },
  { argv: ['web-1', '--mine'], stderr: /^error: stop takes one pod, or --older-than or --mine/, exitCode: 2 },
  { argv: ['--mine', '-c', 'x'], stderr: /^error: --container names one debug container/, exitCode: 2 },
])('answers $argv with $exitCode', async ({ argv, stderr, exitCode }) => {
  const result = await stop(...argv);
  expect(result).toMatchObject({ exitCode, stdout: '' });
  expect(result.stderr).toMatch(stderr);
});
