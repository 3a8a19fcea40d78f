import { backoffMs } from '../cluster/time/backoff.ts';
import type { ErrorKind } from '../errors/error-kinds.ts';
import type { RunItem } from './rows/run-item.ts';
import type { RunOutcome, RunRow } from './rows/run-row.ts';
import type { AuditContext } from './run/audit-context.ts';
import { runPod, type FinishedRun } from './run-pod.ts';

/** How long an item is tried again, in milliseconds. An API server restarts in less. */
const PATIENCE_MS = 300_000;
/** The cluster did not answer, or not in time; it may answer soon. */
const PASSING: readonly string[] = [
  'unreachable',
  'connection-lost',
  'throttled',
  'server-error',
  'timeout',
] satisfies readonly ErrorKind[];
const UNANSWERED: readonly RunOutcome[] = ['error', 'incomplete'];

/**
 * Runs an item, and again while the cluster does not answer, for up to five minutes: as `--resume` does, an item finds what was
 * added before. A command that may have begun in a keeper is not tried again, as it would run twice.
 */
export async function runPatiently(context: AuditContext, item: RunItem): Promise<FinishedRun> {
  const { io, journal, ending } = context;
  const begun = new Set<string>();
  const note: AuditContext['journal']['note'] = (...lines) => {
    for (const { kind } of lines) begun.add(kind);
    return journal.note(...lines);
  };
  const giveUpMs = io.now().getTime() + PATIENCE_MS;
  for (let tries = 0; ; tries += 1) {
    const finished = await runPod({ ...context, journal: { ...journal, note } }, item);
    const isOver = begun.has('exec') || ending.aborted || io.now().getTime() > giveUpMs;
    if (isOver || !isPassing(finished.row)) return finished;
    finished.release();
    await io.sleep(backoffMs(tries, io.random), ending).catch(() => undefined); // the next try ends the command
  }
}

function isPassing({ outcome, reason }: RunRow): boolean {
  return UNANSWERED.includes(outcome) && PASSING.includes(reason?.kind ?? '');
}
