import { exitCodeOfRun } from '../../../audit/rows/exit-code-of-run.ts';
import type { RunTotals } from '../../../audit/rows/count-outcomes.ts';
import type { RunResults } from '../../../audit/rows/run-results.ts';
import type { JournalHead } from '../../../audit/journal/journal-line.ts';
import type { Journal } from '../../../audit/journal/journal.ts';
import { runStartOf } from '../../../audit/journal/run-start.ts';
import type { AuditControl } from '../../../audit/run-audit.ts';
import { exitCodeOfInterrupt } from '../../../errors/exit-codes.ts';
import { isInterrupted } from '../../../errors/interrupted.ts';
import type { Io } from '../../../io.ts';
import type { Notes } from '../../../output/say/notes.ts';
import { shellOf } from '../../../pod/containers/envelope.ts';
import { hasObstacle, rememberObstacle } from '../../shared/remembered-obstacles.ts';
import { listenForInterrupts } from '../audit-interrupts.ts';
import { sayUnfinished } from '../say-unfinished.ts';

interface Running {
  readonly io: Io;
  readonly notes: Notes;
  readonly request: { readonly isStrict: boolean };
}

/** An audit that is ready to begin. */
export interface ReadyAudit {
  readonly head: JournalHead;
  readonly journal: Journal;
  readonly results: RunResults;
  /** How many rows it will have. */
  readonly rows: number;
}

/**
 * Runs an audit from its first row to its exit code: begins and finishes the results, listens for signals, remembers an
 * image without a shell, and removes the journal unless something is left to do. `run` does the work. Closes results and
 * journal in any case. Throws what `run` and the results throw.
 */
export async function runWithResults(
  { io, notes, request }: Running,
  { audit, run }: { readonly audit: ReadyAudit; readonly run: (control: AuditControl) => Promise<RunTotals> },
  signal: AbortSignal,
): Promise<number> {
  const { head, journal, results } = audit;
  const interrupts = listenForInterrupts(io, signal, {
    onStop: () => notes.note('nothing more is started; waiting for running commands, Ctrl-C again ends them'),
    onEnd: () => notes.note('ending running commands; Ctrl-C again exits at once'),
  });
  const start = runStartOf(head, audit.rows);
  try {
    results.begin(start);
    const totals = await withShellMemory(io, head, (shell) => run({ ...interrupts, shell }));
    // Nothing runs any more, so a second signal may kill the process.
    interrupts.close();
    const verdict = await results.finish({ ...start, finishedAt: io.now(), end: totals.end });
    if (totals.isUnfinished) sayUnfinished(notes, totals.end, start.runId);
    else await journal.remove();
    if (isInterrupted(signal.reason)) return exitCodeOfInterrupt(signal.reason.signalName);
    return exitCodeOfRun({ ...totals, ...verdict, isStrict: request.isStrict });
  } finally {
    await results.close();
    await journal.close();
    interrupts.close();
  }
}

/** Tells `body` whether the image is known to have no shell, and remembers what it found out. */
async function withShellMemory<T>(
  io: Io,
  { settings }: JournalHead,
  body: (shell: AuditControl['shell']) => Promise<T>,
): Promise<T> {
  const { image = '', command } = settings.request;
  const place = { image, shell: shellOf(command) };
  const isKnown = await hasObstacle(io, place);
  let isMissing = isKnown;
  const result = await body({ isMissing: () => isMissing, noteMissing: () => void (isMissing = true) });
  if (isMissing && !isKnown) await rememberObstacle(io, place);
  return result;
}
