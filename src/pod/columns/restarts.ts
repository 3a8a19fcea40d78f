import { humanDuration } from './human-duration.ts';
import type { Initialization } from './initialization.ts';
import type { PodSummary, StatusSummary } from './read-pod.ts';

/** The RESTARTS column as values. */
export interface Restarts {
  readonly count: number;
  /** The latest end of a container that was restarted after it. */
  readonly lastAt: Date | undefined;
}

function countedStatuses(pod: PodSummary, { visited, showsApps }: Initialization): readonly StatusSummary[] {
  return showsApps ? [...visited.filter(({ isSidecar }) => isSidecar), ...pod.apps] : visited;
}

/** Adds up restarts: those of the init containers while they run, afterwards those of sidecars and apps. */
export function countRestarts(pod: PodSummary, initialization: Initialization): Restarts {
  const statuses = countedStatuses(pod, initialization);
  const ends = statuses.flatMap(({ lastEndedAt }) => lastEndedAt?.getTime() ?? []);
  return {
    count: statuses.reduce((sum, { restartCount }) => sum + restartCount, 0),
    lastAt: ends.length === 0 ? undefined : new Date(ends.reduce((last, end) => Math.max(last, end))),
  };
}

/** `5 (90s ago)`, or the number alone when it is zero or the time is unknown. */
export function restartsText({ count, lastAt }: Restarts, now: Date): string {
  if (count === 0 || lastAt === undefined) return String(count);
  return `${count} (${humanDuration(now.getTime() - lastAt.getTime())} ago)`;
}
