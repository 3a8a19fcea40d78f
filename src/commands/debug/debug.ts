import { requireEndOfStdin } from '../../cluster/api/server-version.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import type { CommandInput } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { makeNotes } from '../../output/say/notes.ts';
import { carryOut, type Asked } from './carry-out.ts';
import { readDebugCommand } from './request/debug-request.ts';
import type { EnvelopeObstacle } from '../../join/envelope-unfit.ts';
import type { Debugging } from './find-targets.ts';
import { refuseWithoutKubectlLine, renderKubectlLine } from './request/kubectl-line.ts';
import { planTargets } from './plan-targets.ts';
import { withKnownObstacles } from './plan-without-envelope.ts';
import { openResults } from './print-result.ts';
import { textsOfDefaults } from './describe-defaults.ts';
import { sayUnreadInput } from '../../join/say/say-unread-input.ts';
import { findKept, showContainer } from './show-container.ts';
import { rightsAhead } from './request/session-rights.ts';
import { sayOwnRunning } from './way-back.ts';
import { withCluster } from '../shared/with-cluster.ts';

/**
 * `kubectl-debug POD…`: debugs each target, one after the other, and shows what it does. Returns the exit code of the
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
  return withCluster(io, input.flags, (cluster, signal) =>
    debugTargets({ io, cluster, notes, command, isQuiet, input }, signal),
  );
}

async function debugTargets(asked: Asked, signal: AbortSignal): Promise<number> {
  const debugging = { ...asked, command: await withKnownObstacles(asked) };
  // One each for the events, the watch of the pod, and the attach: that of the pod carries one of them, and those on which
  // rights are asked for the others.
  if (debugging.command.result.kind === 'session')
    debugging.cluster.prepare(Math.max(0, 2 - rightsAhead(debugging.command).length));
  let exitCode: number = EXIT.ok;
  const targets = await planTargets(debugging, signal);
  if (sendsPipe(debugging)) await requireEndOfStdin(debugging.cluster, signal);
  const { io, command } = debugging;
  const isInputSaid = await sayUnreadInput(debugging, readsInput(debugging));
  const printer = openResults(io, command.result, targets.length);
  const found = { said: new Set<string>(), unfit: new Set<EnvelopeObstacle>() };
  try {
    for (const planned of targets) {
      const kept = await findKept(debugging, planned, signal);
      if (kept === undefined) sayOwnRunning(debugging, planned.current, found.said);
      const code = await (kept === undefined
        ? carryOut({ ...debugging, printer, ...found }, planned, signal)
        : showContainer(debugging, kept, signal));
      exitCode ||= code;
    }
  } finally {
    printer.end();
  }
  // What comes late is dropped as well.
  if (!isInputSaid) await sayUnreadInput(debugging, readsInput(debugging));
  return exitCode;
}

function sendsPipe({ io, command }: Debugging): boolean {
  const { stdin, tty } = command.exec ?? command.request;
  return command.result.kind === 'session' && stdin && !tty && !io.terminal.hasInput;
}

/** Who gets no session, but a name or an object, does not expect to be read. */
function readsInput({ command }: Debugging): boolean {
  return command.result.kind !== 'session' || (command.exec ?? command.request).stdin;
}
