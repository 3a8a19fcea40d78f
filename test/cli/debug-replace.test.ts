import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Hook } from '../../playground/hook.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish, type CommandResult } from '../drivers/run-command.ts';
import { until } from '../drivers/until.ts';

const ORIGINAL = 'keep-me';
/** Nobody may delete the original. */
const refuseToDelete: Hook = ({ method, path }) =>
  method === 'DELETE' && path.endsWith(`/${ORIGINAL}`)
    ? {
        status: 403,
        body: {
          kind: 'Status',
          apiVersion: 'v1',
          status: 'Failure',
          reason: 'Forbidden',
          code: 403,
          message: `pods "${ORIGINAL}" is forbidden: not this one`,
          details: { name: ORIGINAL, kind: 'pods' },
        },
      }
    : undefined;

let cluster: RunPlayground;
beforeAll(async () => {
  cluster = await runPlayground(refuseToDelete);
  const containers = [{ name: 'app', image: 'example/app:1', command: ['sleep', '1000000'] }];
  cluster.playground.createPod({ name: ORIGINAL, spec: { containers }, behaviour: { kind: 'run' } });
});
afterAll(() => cluster.close());

const isThere = (name: string): boolean =>
  cluster.playground.getPod({ namespace: 'default', name }) !== undefined;
const replace = (...flags: readonly string[]): Promise<CommandResult> =>
  finish(
    cluster.start([ORIGINAL, '--image=busybox', '-c', 'dbg', '--replace', ...flags, '--', 'sleep', '1000']),
  );
const REFUSED =
  'error: cannot delete pod default/keep-me, which pod "copy" was created to replace: pods "keep-me" is forbidden: not this one [forbidden]\nhint: to see what is missing: kubectl-debug check -n default\n';

describe('a copy whose original may not be deleted', () => {
  it('is removed again with --rm', async () => {
    const { exitCode, stdout, stderr } = await replace('--copy-to=copy', '--rm');
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 125,
      stdout: '',
      stderr: `pod default/copy is being deleted\n${REFUSED}`,
    });
    await until(
      () => !isThere('copy'),
      () => 'the end of the copy',
    );
    expect(isThere(ORIGINAL)).toBe(true);
  });

  it.each([[['--attach=false']], [[]], [['-o', 'name']]])(
    'stays without --rm, with the command that removes it: %j',
    async (flags) => {
      const { exitCode, stdout, stderr } = await replace('--copy-to=copy', ...flags);
      expect({ exitCode, stdout, stderr }).toEqual({
        exitCode: 125,
        stdout: '',
        stderr: `Warning: pod default/copy stays; to remove it: kubectl delete pod copy -n default\n${REFUSED}`,
      });
      expect(isThere('copy')).toBe(true);
      await cluster.playground.deletePod({ namespace: 'default', name: 'copy' });
      await until(
        () => !isThere('copy'),
        () => 'the end of the copy',
      );
    },
  );
});
