import { requireEndOfStdin } from '../../cluster/api/server-version.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { withRecord } from '../record/with-record.ts';
import type { OpenRecord, SessionRecorder } from '../../record/recorder.ts';
import type { CallFacts, Recording, RecordSubject } from '../record/open-records.ts';
import { listContainers } from '../../pod/containers/containers.ts';
import { plannedContainerName } from '../../plan/fallbacks.ts';
import { sayUnreadInput } from '../../join/say/say-unread-input.ts';
import { carryOutTarget, type CarriedOut } from './carry-out.ts';
import type { Debugging } from './debugging.ts';
import { findKept } from './find-kept.ts';
import { expectedPod, planTargets, type PlannedTarget } from './plan-targets.ts';
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
  const asking = askForFacts(debugging, signal);
  const targets = await planTargets(debugging, signal);
  if (sendsPipe(debugging)) await requireEndOfStdin(cluster, signal);
  const isInputSaid = await sayUnreadInput(debugging, !mayLoseInput(debugging));
  const records = await openRecordsOf(debugging, { targets, asking });
  const printer = openResults(io, command.result, targets.length);
  let exitCode: number = EXIT.ok;
  try {
    for (const planned of targets) {
      const session = async (scope: AbortSignal, recorder: SessionRecorder | undefined): Promise<number> => {
        const recorded = { ...debugging, ...(recorder && { recorder }) };
        const done = await runTarget(recorded, planned, scope);
        if (done.result !== undefined) printer.print(done.result);
        return done.exitCode;
      };
      const record = records.shift();
      const ended = await withRecord({ record, notes: debugging.notes }, session, signal);
      exitCode ||= ended;
    }
  } finally {
    printer.end();
    for (const unused of records) await unused.discard();
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
  const isRead = command.readsNames || (command.exec ?? command.request).stdin;
  return command.result.kind === 'session' && !isRead;
}

/** The call as its records see it; undefined without `--record`. */
function recordingOf({ io, cluster, input, command }: Debugging): Recording | undefined {
  const { record: wish } = command;
  return wish && { io, cluster, input, wish, reason: command.request.reason };
}

/** Asks who the user is while the targets are planned. */
async function askForFacts(debugging: Debugging, signal: AbortSignal): Promise<CallFacts | undefined> {
  const recording = recordingOf(debugging);
  if (recording === undefined) return undefined;
  const { readCallFacts } = await import('../record/open-records.ts');
  return readCallFacts(recording, 'debug', signal);
}

/** Opens the records of all targets, the first to be debugged first; none without `--record`. */
async function openRecordsOf(
  debugging: Debugging,
  {
    targets,
    asking,
  }: { readonly targets: readonly PlannedTarget[]; readonly asking: Promise<CallFacts | undefined> },
): Promise<OpenRecord[]> {
  const recording = recordingOf(debugging);
  const facts = await asking;
  if (recording === undefined || facts === undefined) return [];
  const { openRecords } = await import('../record/open-records.ts');
  return [
    ...(await openRecords(
      recording,
      facts,
      targets.map((planned) => subjectOf(debugging, planned)),
    )),
  ];
}

function subjectOf({ cluster, command }: Debugging, planned: PlannedTarget): RecordSubject {
  const pod = expectedPod(planned);
  const name = plannedContainerName(planned.plan);
  const container = listContainers(pod).find((each) => each.name === name)?.spec;
  return {
    pod,
    namespace: pod.metadata.namespace ?? cluster.namespace,
    container,
    target: pod.spec.ephemeralContainers?.find((each) => each.name === name)?.targetContainerName,
    isTerminal: (command.exec ?? command.request).tty,
    execCommand: command.exec?.command,
  };
}
