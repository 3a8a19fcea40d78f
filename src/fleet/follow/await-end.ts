import type { RunResults } from '../../audit/rows/run-results.ts';
import type { CliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import type { Notes } from '../../output/say/notes.ts';
import { hasBegunWork, judgeRun, sumOf, type FleetView } from '../seen/fleet-view.ts';
import type { FleetState } from './fleet-state.ts';
import type { RowTaker } from './row-taker.ts';
import { makeTeller, neverBegan } from './tell-obstacles.ts';

/** What keeps all workers that are left from starting may pass within this time: a quota, a full node, a registry. */
const STUCK_MS = 5 * 60_000;
/** How often to look at the clock. */
const LOOK_MS = 1000;

interface Waiting {
  readonly io: Io;
  readonly notes: Notes;
  readonly results: Pick<RunResults, 'progress'>;
}

/**
 * Resolves when the run has ended, or when the workers that are left cannot start: with the error if none has begun at all.
 * Shows the progress, and tells what goes wrong. Throws the reason of the signal.
 */
export async function awaitEnd(
  waiting: Waiting,
  { state, taker }: { readonly state: FleetState; readonly taker: Pick<RowTaker, 'skipped'> },
  signal: AbortSignal,
): Promise<CliError | undefined> {
  const { io } = waiting;
  const teller = makeTeller(waiting);
  let stuckSinceMs: number | undefined;
  for (;;) {
    const changed = state.changed();
    const view = state.view();
    showProgress(waiting.results, view, taker.skipped);
    teller.tell(view);
    const judged = judgeRun(view);
    if (judged.kind === 'ended') return undefined;
    const nowMs = io.now().getTime();
    stuckSinceMs = judged.kind === 'stuck' ? (stuckSinceMs ?? nowMs) : undefined;
    const isOver = stuckSinceMs !== undefined && nowMs - stuckSinceMs >= STUCK_MS;
    if (judged.kind === 'stuck' && (judged.isFinal || isOver))
      return hasBegunWork(view) ? undefined : neverBegan(view, judged.isFinal);
    await Promise.race([changed, io.sleep(LOOK_MS, signal)]);
  }
}

function showProgress(
  { progress }: Pick<RunResults, 'progress'>,
  { counts }: FleetView,
  skipped: number,
): void {
  const running = sumOf(counts, (worker) => (worker.end === undefined ? worker.running : 0));
  const done = skipped + sumOf(counts, (worker) => worker.done);
  progress(running, { done, failed: sumOf(counts, (worker) => worker.failures) });
}
