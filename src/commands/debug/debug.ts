import { EXIT } from '../../errors/exit-codes.ts';
import type { CommandInput } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { makeNotes } from '../../output/say/notes.ts';
import { withCluster } from '../shared/with-cluster.ts';
import { makeOnceNotes } from './debugging.ts';
import { textsOfDefaults } from './describe-defaults.ts';
import { readDebugCommand } from './request/debug-command.ts';
import { refuseWithoutKubectlLine, renderKubectlLine } from './request/kubectl-line.ts';
import { runTargets } from './run-targets.ts';

/**
 * `kubectl-debug POD…`: debugs each target in turn, and shows the output of its container. Returns the exit code of the
 * first command that failed, else 0. Everything that can be refused is refused before the first change.
 */
export async function run(io: Io, input: CommandInput): Promise<number> {
  const command = await readDebugCommand(io, input);
  if (command.result.kind === 'kubectl-line') {
    refuseWithoutKubectlLine(input);
    io.stdout.write(`${renderKubectlLine(input, textsOfDefaults(command.defaults))}\n`);
    return EXIT.ok;
  }
  const { isQuiet } = command;
  const notes = makeNotes(io, { quiet: isQuiet });
  const once = makeOnceNotes(notes);
  return withCluster(io, input.flags, (cluster, signal) =>
    runTargets(
      { io, cluster, notes, isQuiet, input, command, once, unfit: new Set(), verifying: new Set() },
      signal,
    ),
  );
}
