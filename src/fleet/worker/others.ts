import type { OtherSchedules } from '../../audit/schedule/schedule.ts';
import type { FleetCounts } from '../worker-counts.ts';

/** What the schedule of a worker has to know of the other workers. */
export function othersOf({ workers }: FleetCounts, worker: number): OtherSchedules {
  const others = [...workers].filter(([index]) => index !== worker).map(([, counts]) => counts);
  const sum = (count: 'tries' | 'failures' | 'ran'): number =>
    others.reduce((total, counts) => total + counts[count], 0);
  const before = Array.from({ length: worker }, (_, index) => workers.get(index)?.end);
  return {
    tries: sum('tries'),
    failures: sum('failures'),
    ran: sum('ran'),
    // Only the first worker that has not ended, so that no more pods are tried than --canary allows.
    leavesCanaries: before.every((end) => end !== undefined),
    stopped: STOPPING.find((why) => others.some(({ end }) => end === why)),
  };
}

/** A worker that was asked to stop says nothing about the others: they are asked as well. */
const STOPPING = ['canary', 'failures'] as const;
