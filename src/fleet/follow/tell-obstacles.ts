import { CliError } from '../../errors/cli-error.ts';
import { countText } from '../../audit/results/text/count-text.ts';
import type { Io } from '../../io.ts';
import type { Notes } from '../../output/say/notes.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { humanDuration } from '../../pod/columns/human-duration.ts';
import { heldWorkers, type FleetView, type HeldWorker } from '../seen/fleet-view.ts';
import { endOfPod, workerOf } from '../seen/worker-pods.ts';

/** What keeps one worker from starting often keeps others, a moment later. */
const SETTLE_MS = 1500;

/** Tells what goes wrong with the workers of a run, each thing once. */
export interface Teller {
  readonly tell: (view: FleetView) => void;
}

/** Makes a teller that has told nothing. */
export function makeTeller({ io, notes }: { readonly io: Pick<Io, 'now'>; readonly notes: Notes }): Teller {
  const firstSeen = new Map<string, number>();
  const told = new Set<string>();
  const once = (key: string, tell: () => void): void => {
    if (told.has(key)) return;
    told.add(key);
    tell();
  };
  return {
    tell: (view) => {
      const nowMs = io.now().getTime();
      for (const [why, held] of byReason(heldWorkers(view))) {
        const sinceMs = firstSeen.get(why) ?? nowMs;
        firstSeen.set(why, sinceMs);
        if (nowMs - sinceMs >= SETTLE_MS)
          once(why, () => notes.warnOf(withPatience(held, explainHeld(held, view))));
      }
      for (const pod of failedPods(view))
        once(`${workerOf(pod) ?? ''}/${endOfPod(pod)}`, () => notes.note(describeEnd(pod)));
    },
  };
}

function byReason(held: readonly HeldWorker[]): ReadonlyMap<string, readonly HeldWorker[]> {
  const groups = new Map<string, readonly HeldWorker[]>();
  for (const each of held) {
    const key = `${each.obstacle.kind}: ${each.obstacle.why}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return groups;
}

/** Says how long the follower waits for an obstacle to pass. */
function withPatience(
  [first]: readonly HeldWorker[],
  told: ReturnType<typeof explainHeld>,
): ReturnType<typeof explainHeld> {
  const patienceMs = first?.obstacle.patienceMs ?? 0;
  if (patienceMs === 0) return told;
  return { ...told, why: `${told.why}; waiting up to ${humanDuration(patienceMs)} for that to pass` };
}

/** The obstacle of workers in words. */
function explainHeld(
  held: readonly HeldWorker[],
  view: Pick<FleetView, 'workers'>,
): { readonly kind: HeldWorker['obstacle']['kind']; readonly why: string; readonly hint: string } {
  const [first] = held;
  if (first === undefined) return { kind: 'start-failed', why: '', hint: '' };
  const { kind, why, hint, from } = first.obstacle;
  return { kind, why: `${subjectOf(held, view)} cannot ${from}: ${why}`, hint };
}

function subjectOf(held: readonly HeldWorker[], { workers }: Pick<FleetView, 'workers'>): string {
  const [first] = held;
  const pod = first?.pod === undefined ? '' : ` (pod ${describePod(first.pod)})`;
  if (held.length > 1) return `${held.length} of ${countText(workers, 'worker')}`;
  return `worker ${first?.worker ?? 0} of ${workers}${pod}`;
}

/** Pods of workers that are started again. */
function failedPods({ pods, job }: FleetView): readonly Pod[] {
  if (job.kind === 'gone' || job.end !== undefined) return [];
  return pods.filter((pod) => {
    const worker = workerOf(pod);
    return pod.status?.phase === 'Failed' && worker !== undefined && !job.failed.has(worker);
  });
}

function describeEnd(pod: Pod): string {
  const which = `worker ${workerOf(pod) ?? 0} ended early, in pod ${describePod(pod)}`;
  return `${which}: ${endOfPod(pod)}; the Job starts it again`;
}

/** The error of a run none of whose workers could begin, for so long. */
export function neverBegan(view: FleetView, waitedMs: number): CliError {
  const { kind, why, hint } = explainHeld(heldWorkers(view), view);
  const inVain = waitedMs === 0 ? '' : `, for ${humanDuration(waitedMs)}`;
  return new CliError(kind, `cannot run the audit in the cluster: ${why}${inVain}; nothing was run`, {
    hint,
  });
}
