import { findContainerEnd } from '../../pod/containers/container-state.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { PodState } from '../../cluster/watch/pod-watch.ts';
import type { Streams } from './arrivals.ts';
import { findGap, type FoundGap } from './find-gap.ts';
import type { GapRequest } from './gap.ts';
import type { GapPolicy } from './gap-policy.ts';
import { asLogged, LINE_FEED } from '../log/line-ends.ts';
import { MAX_LOG_BYTES, readWholeLog } from '../log/read-whole-log.ts';
import type { SessionContext } from '../session-context.ts';

/** One reading of the log and what it tells. */
export interface Reading {
  readonly found: FoundGap;
  /** Whether log and streams are at their ends. */
  readonly isFinal: boolean;
  readonly log: 'read' | 'unreadable';
  readonly logBytes: number;
  readonly arrivedBytes: number;
}

interface NextReading extends GapRequest {
  readonly before: Reading | undefined;
  readonly withinMs: number;
}

/** Reads the log once, and looks in it for the place of what the attach has brought. */
export async function readOnce(
  context: SessionContext,
  { container, shown, held, isStreamOver, policy, before, withinMs }: NextReading,
  signal: AbortSignal,
): Promise<Reading> {
  const isFinal = isStreamOver() && held.isWhole() && hasEnded(context.watch.latest(), container);
  const arrived = held.snapshot();
  const arrivedBytes = loggedBytes(arrived);
  const log = await readWholeLog(context, { container, withinMs }, signal);
  if (log === undefined)
    return { found: { kind: 'not-yet' }, isFinal: false, log: 'unreadable', logBytes: 0, arrivedBytes };
  const seen = { isFinal, log: 'read', logBytes: log.length, arrivedBytes } as const;
  if (log.length >= MAX_LOG_BYTES)
    return { found: { kind: policy.mayFollowLog ? 'ambiguous' : 'not-yet' }, ...seen };
  const after = held.snapshot();
  if (isTorn(arrived, after)) return { found: { kind: 'not-yet' }, ...seen };
  const isSilent = loggedBytes(after) === arrivedBytes && haveSameSizes(before, seen);
  const isQuiet = isSilent && trustsQuiet(policy, arrived);
  return { found: findGap(log, shown(), { arrived, isFinal, isQuiet }), ...seen };
}

/** A lagging log is also quiet. So we trust quiet only where we cannot show the log instead, and a shell once it has prompted. */
function trustsQuiet({ mayFollowLog, isShownAtOnce }: GapPolicy, { stdout }: Streams): boolean {
  return !mayFollowLog && !(isShownAtOnce && stdout.at(-1) === LINE_FEED);
}

type Sizes = Pick<Reading, 'logBytes' | 'arrivedBytes'>;

function haveSameSizes(before: Sizes | undefined, now: Sizes): boolean {
  return before?.logBytes === now.logBytes && before.arrivedBytes === now.arrivedBytes;
}

function loggedBytes({ stdout, stderr }: Streams): number {
  return asLogged(stdout).length + asLogged(stderr).length;
}

/** Whether the first whole line came while the log was read: the log may have it or not. */
function isTorn(before: Streams, after: Streams): boolean {
  const isNew = (channel: keyof Streams): boolean =>
    !before[channel].includes(LINE_FEED) && after[channel].includes(LINE_FEED);
  return isNew('stdout') || isNew('stderr');
}

/** Whether the pod says that the container has ended. */
export function hasEnded(latest: PodState, { container }: ContainerRef): boolean {
  return latest.kind === 'present' && findContainerEnd(latest.pod, container) !== undefined;
}
