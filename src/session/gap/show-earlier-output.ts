import type { AttachRequest } from '../input/converse.ts';
import { NOTHING_MISSED, type HeldOutput } from './held-output.ts';
import type { Gap } from './gap.ts';
import { readGap } from './read-gap.ts';
import { SHELL, FIRST_ATTACH, type GapPolicy } from './gap-policy.ts';
import { NOTHING_SHOWN, type Shown, type StreamStart } from './remember-shown.ts';
import { asLogged } from '../log/line-ends.ts';
import { makeLogCursor } from '../log/log-cursor.ts';
import { followLog } from '../log/log-session.ts';
import type { Outcome } from '../outcome.ts';
import type { SessionContext } from '../session-context.ts';

/** A first attach, whose output before it may be wanted. */
export interface FirstAttach {
  readonly context: SessionContext;
  readonly request: AttachRequest;
  readonly held: HeldOutput;
  /** Told where in the log the attach began. */
  readonly onPlaced: (start: StreamStart) => void;
}

/** The search for earlier output, which goes on beside the session. */
export interface EarlierOutputSearch {
  /** Resolves once output is no longer held back; never rejects. */
  readonly settled: Promise<void>;
  /** Whether something may have been shown that was printed before the attach. */
  readonly hasShown: () => boolean;
  /**
   * Returns how the session ended, given how the container did: `incomplete` if earlier output is missing. To be called
   * once the stream is over.
   */
  readonly outcome: (readOutcome: () => Promise<Outcome>) => Promise<Outcome>;
  /**
   * Shows what the log has beyond what was shown of it, for an attach that brought nothing to a container that has ended. Returns
   * undefined if it is not known how much was shown.
   */
  readonly showRest: () => Promise<Outcome | undefined>;
}

const NOT_WANTED: EarlierOutputSearch = {
  settled: Promise.resolve(),
  hasShown: () => false,
  outcome: (read) => read(),
  showRest: () => Promise.resolve(undefined),
};

/** Finds in the log what was printed before a first attach, and shows it, unless `request` does not want it. */
export function showEarlierOutput(attach: FirstAttach, signal: AbortSignal): EarlierOutputSearch {
  if (attach.request.earlierOutput === 'skip') return NOT_WANTED;
  const { context, request, held } = attach;
  const isLive = request.earlierOutput === 'live';
  let followed: Promise<Outcome> | undefined;
  let hasShown = false;
  let isStreamOver = false;
  const { container, tty } = request;
  const read = (policy: GapPolicy): Promise<Gap> => {
    const shown = (): Shown => NOTHING_SHOWN;
    return readGap(
      context,
      { container, tty, held, shown, isStreamOver: () => isStreamOver, policy },
      signal,
    );
  };
  const applied = read(isLive ? SHELL : FIRST_ATTACH).then((gap) => {
    hasShown = !isLive || (gap.kind === 'found' && gap.missed.stdout.length > 0);
    followed = showGap(attach, gap, signal);
    followed?.catch(() => undefined); // awaited once the stream is over
    return gap;
  });
  applied.catch(() => undefined); // awaited once the stream is over
  return {
    settled: isLive ? Promise.resolve() : applied.then(noValue, noValue),
    hasShown: () => hasShown,
    outcome: async (readOutcome) => {
      isStreamOver = true;
      // The user has seen the end: more output would come below it, and a terminal may answer it to another program.
      if (isLive && context.io.terminal.hasOutput && held.heldBytes() > 0) {
        held.discard();
        return readOutcome();
      }
      const gap = await applied;
      if (followed !== undefined) return followed;
      const outcome = await readOutcome();
      if (isLive || gap.kind !== 'not-found' || outcome.kind !== 'exited') return outcome;
      // The node may only have been too slow, but now the container has ended and its log is complete.
      const reason = stillMissing(gap, await read(FIRST_ATTACH));
      return reason === undefined ? outcome : { kind: 'incomplete', reason };
    },
    showRest: async () => {
      const gap = await applied;
      if (gap.kind !== 'found') return undefined;
      const missed = Buffer.concat([gap.missed.stdout, gap.missed.stderr]);
      const cursor = makeLogCursor(tty ? asLogged(missed) : missed);
      return followLog(context, { container, tty, cursor, output: context.output }, signal);
    },
  };
}

/** Releases the held output behind what was missed; or shows the log in their place, and returns how that ended. */
function showGap(
  { context, request, held, onPlaced }: FirstAttach,
  gap: Gap,
  signal: AbortSignal,
): Promise<Outcome> | undefined {
  const isLive = request.earlierOutput === 'live';
  switch (gap.kind) {
    case 'found':
      if (gap.unfinished.length === 0) onPlaced(gap.start);
      held.release(gap.missed);
      return undefined;
    case 'not-found':
      held.releaseUnplaced();
      return undefined;
    case 'forbidden':
      if (!isLive) context.connection?.tell({ kind: 'earlier-output-unknown' });
      held.release(NOTHING_MISSED);
      return undefined;
    case 'ambiguous':
      held.release(NOTHING_MISSED);
      return undefined;
    case 'follow-log':
      held.discard();
      return followLog(context, { ...request, output: context.output }, signal);
  }
}

/** Returns what is missing of output that was shown before its gap was found; undefined when nothing is. */
function stillMissing({ reason }: Extract<Gap, { kind: 'not-found' }>, later: Gap): string | undefined {
  if (later.kind === 'not-found') return later.reason;
  if (later.kind !== 'found') return reason;
  const bytes = later.missed.stdout.length + later.missed.stderr.length;
  return bytes === 0 ? undefined : `the log showed ${bytes} bytes from before the attach too late`;
}

const noValue = (): void => undefined;
