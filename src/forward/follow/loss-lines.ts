import { isCliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import type { Io } from '../../io.ts';
import type { Notes } from '../../output/say/notes.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { KeptWay } from './pod-way.ts';

/** Tells of connections and ways that were lost, in one line for all of a moment. */
export interface LossLines {
  /** A connection of this way was cut. */
  readonly cut: (kept: KeptWay) => void;
  /** The way itself was lost, with all of its connections. */
  readonly lost: (kept: KeptWay, why: Error) => void;
  /** There is a way into the same pod again. */
  readonly mended: (kept: KeptWay) => void;
  /** Tells what is left to tell. */
  readonly end: () => void;
}

interface Telling {
  readonly io: Pick<Io, 'sleep'>;
  readonly notes: Notes;
  /** Resolves once the server answers, with whether it was away. */
  readonly whenReached: (kept: KeptWay, signal: AbortSignal) => Promise<boolean>;
}

/** How long losses are counted before a line tells of them, in milliseconds. */
const COUNT_MS = 200;

/** Makes the lines of one call. */
export function makeLossLines({ io, notes, whenReached }: Telling): LossLines {
  const over = new AbortController();
  const counting = new Map<KeptWay, Error | undefined>();
  let isTold = false;
  const tell = (kept: KeptWay): void => {
    const lost = counting.get(kept);
    counting.delete(kept);
    const loss = describeLoss(kept, lost);
    if (loss === undefined) return;
    const { text, why } = loss;
    if (isCliError(why) && why.hint !== undefined)
      notes.warnOf({ kind: why.kind, why: text, hint: why.hint });
    else notes.warn(isCliError(why) ? `${text} [${why.kind}]` : text);
    isTold = true;
  };
  const sayAgain = (kept: KeptWay): void => {
    if (isTold) notes.tell(`forwarding to ${describePod(kept.pod)} again`);
    isTold = false;
  };
  const count = async (kept: KeptWay, lost: Error | undefined): Promise<void> => {
    const isCounting = counting.has(kept);
    counting.set(kept, counting.get(kept) ?? lost);
    if (isCounting) return;
    await io.sleep(COUNT_MS, over.signal);
    if (!counting.has(kept)) return;
    const isWayLost = counting.get(kept) !== undefined;
    tell(kept);
    // A lost way is mended by who lost it. One whose connections were cut mends itself.
    if (!isWayLost && (await whenReached(kept, over.signal))) sayAgain(kept);
    else if (!isWayLost) isTold = false;
  };
  const start = (kept: KeptWay, lost: Error | undefined): void => {
    count(kept, lost).catch(() => undefined); // only `end` aborts it
  };
  return {
    cut: (kept) => start(kept, undefined),
    lost: start,
    mended: (kept) => {
      for (const each of [...counting.keys()]) tell(each);
      sayAgain(kept);
    },
    end: () => {
      over.abort();
      for (const kept of [...counting.keys()]) tell(kept);
    },
  };
}

/** undefined if nothing was lost that anybody used. */
function describeLoss(
  kept: KeptWay,
  lost: Error | undefined,
): { readonly text: string; readonly why: Error } | undefined {
  const { count, why } = kept.takeCuts();
  const pod = `pod ${describePod(kept.pod)}`;
  const cuts = `${count} ${count === 1 ? 'connection' : 'connections'}`;
  const were = count === 1 ? 'was' : 'were';
  if (lost !== undefined) {
    const also = count === 0 ? '' : `; ${cuts} ${were} cut`;
    return { text: `lost the way to ${pod}: ${errorText(lost)}${also}; new connections wait`, why: lost };
  }
  return why === undefined ? undefined : { text: `${cuts} to ${pod} ${were} cut: ${errorText(why)}`, why };
}
