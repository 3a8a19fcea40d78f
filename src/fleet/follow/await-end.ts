import type { RunResults } from '../../audit/rows/run-results.ts';
import type { CliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import type { Notes } from '../../output/say/notes.ts';
import { hasBegunWork, judgeRun, sumOf, type FleetView, type RunState } from '../seen/fleet-view.ts';
import type { FleetState } from './fleet-state.ts';
import type { RowTaker } from './row-taker.ts';
import { makeTeller, neverBegan } from './tell-obstacles.ts';

/** After its Job a run's ConfigMaps go within this time. */
const LEAVING_MS = 5000;
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
  const history = makeHistory(io);
  for (;;) {
    const changed = state.changed();
    const view = state.view();
    showProgress(waiting.results, view, taker.skipped);
    teller.tell(view);
    const judged = judgeRun(view);
    if (judged.kind === 'ended' || history.isOver(judged)) {
      if (judged.kind !== 'stuck' || hasBegunWork(view)) return undefined;
      return neverBegan(view, judged.patienceMs);
    }
    await Promise.race([changed, io.sleep(LOOK_MS, signal)]);
  }
}

interface History {
  /** Whether a state has lasted for too long, or can never change. */
  readonly isOver: (judged: RunState) => boolean;
}

function makeHistory({ now }: Pick<Io, 'now'>): History {
  let last: { readonly kind: RunState['kind']; readonly sinceMs: number } = { kind: 'going', sinceMs: 0 };
  return {
    isOver: (judged) => {
      const nowMs = now().getTime();
      if (judged.kind !== last.kind) last = { kind: judged.kind, sinceMs: nowMs };
      const sinceMs = nowMs - last.sinceMs;
      if (judged.kind === 'stuck') return sinceMs >= judged.patienceMs;
      return judged.kind === 'leaving' && sinceMs >= LEAVING_MS;
    },
  };
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
