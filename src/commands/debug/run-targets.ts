import { requireEndOfStdin } from '../../cluster/api/server-version.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { sayUnreadInput } from '../../join/say/say-unread-input.ts';
import { carryOutTarget, type CarriedOut } from './carry-out.ts';
import type { Debugging } from './debugging.ts';
import { findKept } from './find-kept.ts';
import { planTargets, type PlannedTarget } from './plan-targets.ts';
import { withKnownObstacles } from './replan.ts';
import { openResults } from './print-result.ts';
import { rightsAhead } from './request/session-rights.ts';
import { showContainer } from './show-container.ts';
import { sayOwnRunning } from './way-back.ts';

/** Plans all targets, then debugs one after the other. Returns the exit code of the first command that failed, else 0. */
export async function runTargets(asked: Debugging, signal: AbortSignal): Promise<number> {
  const debugging = { ...asked, command: await withKnownObstacles(asked) };
  const { io, cluster, command } = debugging;
  // A session needs three connections: events, watch, attach. Reading the pod leaves one open, and so does each question
  // about a right.
  if (command.result.kind === 'session') cluster.prepare(Math.max(0, 2 - rightsAhead(command).length));
  const targets = await planTargets(debugging, signal);
  if (sendsPipe(debugging)) await requireEndOfStdin(cluster, signal);
  const isInputSaid = await sayUnreadInput(debugging, !mayLoseInput(debugging));
  const printer = openResults(io, command.result, targets.length);
  let exitCode: number = EXIT.ok;
  try {
    for (const planned of targets) {
      const done = await runTarget(debugging, planned, signal);
      if (done.result !== undefined) printer.print(done.result);
      exitCode ||= done.exitCode;
    }
  } finally {
    printer.end();
    // What was printed does not wait for the warnings.
    await Promise.all(debugging.verifying);
  }
  // Input that arrived during the session was dropped as well.
  if (!isInputSaid) await sayUnreadInput(debugging, !mayLoseInput(debugging));
  return exitCode;
}

/** Debugs one target, in a container that is kept already or in a new one. */
async function runTarget(
  debugging: Debugging,
  planned: PlannedTarget,
  signal: AbortSignal,
): Promise<CarriedOut> {
  const kept = await findKept(debugging, planned, signal);
  if (kept !== undefined)
    return { exitCode: await showContainer(debugging, kept, signal), result: undefined };
  sayOwnRunning(debugging, planned.current);
  return carryOutTarget(debugging, planned, signal);
}

function sendsPipe({ io, command }: Debugging): boolean {
  const { stdin, tty } = command.exec ?? command.request;
  return command.result.kind === 'session' && stdin && !tty && !io.terminal.hasInput;
}

/** Only a session loses input: with a printed name or object, nobody expects stdin to be read. */
function mayLoseInput({ command }: Debugging): boolean {
  return command.result.kind === 'session' && !(command.exec ?? command.request).stdin;
}
