import { eventually } from './eventually.ts';
import { runKubectl } from './kubectl.ts';
import { differOnlyInAges, tableBetween } from './pod-table.ts';
import { runProgram } from './program.ts';

/**
 * Our answer, and kubectl's for the same moment: kubectl is asked before and after ours, until nothing but the
 * time has changed between its two answers.
 */
export function askBoth(args: readonly string[]) {
  return eventually(`two like answers to get pods ${args.join(' ')}`, async () => {
    const before = await runKubectl(['get', 'pods', ...args]);
    const { exitCode, stdout, stderr } = await runProgram(['pods', ...args]);
    const after = await runKubectl(['get', 'pods', ...args]);
    const ours = { exitCode, stdout, stderr };
    if (before.stdout === after.stdout) return { ours, theirs: after };
    if (!differOnlyInAges(before.stdout, after.stdout)) return undefined;
    return { ours, theirs: { ...after, stdout: tableBetween(before.stdout, after.stdout, stdout) } };
  });
}
