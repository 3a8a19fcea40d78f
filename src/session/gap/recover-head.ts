import type { AttachRequest } from '../input/converse.ts';
import { findHead, type Head } from './read-head-gap.ts';
import { NOTHING_MISSED, type HeldOutput } from './held-output.ts';
import { followLog } from '../log/log-session.ts';
import type { Outcome } from '../outcome.ts';
import type { SessionContext } from '../session-context.ts';

/** The session whose beginning is looked for. */
export interface Heading {
  readonly context: SessionContext;
  readonly request: AttachRequest;
  readonly held: HeldOutput;
}

/** The beginning of the output on its way, beside the session that goes on. */
export interface HeadTask {
  /** Resolves once output is not held back any more; never rejects. */
  readonly settled: Promise<void>;
  /** Whether something may have been shown that came before the attach. */
  readonly hasShown: () => boolean;
  /** How the session ended, given how the container did: less well if its output is not whole. The stream is over. */
  readonly outcome: (readOutcome: () => Promise<Outcome>) => Promise<Outcome>;
}

const NO_HEAD: HeadTask = { settled: Promise.resolve(), hasShown: () => false, outcome: (read) => read() };

/** A shell has its prompt on the screen by then, in milliseconds. */
const PROMPT_MS = 300;

/** Looks for what was printed before an attach, and shows it, unless `request` wants none of it. */
export function startHead(heading: Heading, signal: AbortSignal): HeadTask {
  if (heading.request.head === 'skip') return NO_HEAD;
  const { context, request, held } = heading;
  const isLive = request.head === 'live';
  let followed: Promise<Outcome> | undefined;
  let hasShown = false;
  let isStreamOver = false;
  const { container, tty } = request;
  const settleMs = isLive ? PROMPT_MS : 0;
  const wanted = { container, tty, held, settleMs, isStreamOver: () => isStreamOver, isPatient: isLive };
  const applied = findHead(context, wanted, signal).then((found) => {
    hasShown = !isLive || (found.kind === 'found' && found.missed.stdout.length > 0);
    if (found.kind === 'unknown' && !isLive) context.connection?.tell({ kind: 'head-unknown' });
    if (found.kind === 'gap') held.releaseUnplaced();
    if (found.kind !== 'follow-log' || isLive) {
      held.release(found.kind === 'found' ? found.missed : NOTHING_MISSED);
      return found;
    }
    held.discard();
    followed = followLog(context, { ...request, output: context.output }, signal);
    followed.catch(() => undefined); // awaited once the stream is over
    return found;
  });
  applied.catch(() => undefined); // awaited once the stream is over
  return {
    settled: isLive ? Promise.resolve() : applied.then(noValue, noValue),
    hasShown: () => hasShown,
    outcome: async (readOutcome) => {
      isStreamOver = true;
      // A person has seen the end: what is shown now would stand behind it, and a terminal may answer it to another program.
      if (isLive && context.io.terminal.hasOutput && held.heldBytes() > 0) {
        held.discard();
        return readOutcome();
      }
      const found = await applied;
      if (followed !== undefined) return followed;
      const outcome = await readOutcome();
      if (isLive || found.kind !== 'gap' || outcome.kind !== 'exited') return outcome;
      // A node whose status lags behind may only have been too slow: the log of what has ended tells.
      const reason = readGap(found, await findHead(context, { ...wanted, settleMs: 0 }, signal));
      return reason === undefined ? outcome : { kind: 'incomplete', reason };
    },
  };
}

/** What is missing where the output was shown before the log told how it began; undefined when nothing is. */
function readGap({ reason }: Extract<Head, { kind: 'gap' }>, later: Head): string | undefined {
  if (later.kind === 'gap') return later.reason;
  if (later.kind !== 'found') return reason;
  const bytes = later.missed.stdout.length + later.missed.stderr.length;
  return bytes === 0
    ? undefined
    : `the log told too late of ${bytes} bytes that were printed before the attach`;
}

const noValue = (): void => undefined;
