import { errorText } from '../../errors/error-text.ts';
import type { Io } from '../../io.ts';
import type { Notes } from '../../output/say/notes.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { KeptWay } from './pod-way.ts';

/** Tells of ways and connections that were lost, in one line for all of a moment. */
export interface LossLines {
  /** A connection of this way was cut. */
  readonly cut: (kept: KeptWay) => void;
  /** The way itself was lost. */
  readonly lost: (kept: KeptWay, why: Error) => void;
  /** There is a way into the same pod again. */
  readonly mended: (kept: KeptWay) => void;
  /** Tells what is left to tell. */
  readonly end: () => void;
}

/** How long losses are counted before a line tells of them, in milliseconds. */
const COUNT_MS = 200;

interface Loss {
  readonly kept: KeptWay;
  /** Why the way was lost; undefined if only connections were cut. */
  why: Error | undefined;
  isTold: boolean;
}

/** Makes the lines of one call. */
export function makeLossLines(io: Pick<Io, 'sleep'>, notes: Notes): LossLines {
  const losses = new Map<KeptWay, Loss>();
  const over = new AbortController();
  /** A way that was lost without anybody using it, and is there again, is not worth a line. */
  const tell = (loss: Loss, isWorthALine: boolean): void => {
    const { count, why: cutWhy } = loss.kept.takeCuts();
    const where = describePod(loss.kept.pod);
    const cut = `${count} ${count === 1 ? 'connection' : 'connections'}`;
    if (loss.why !== undefined) {
      if (count === 0 && !isWorthALine) return;
      const cuts = count === 0 ? '' : `; ${cut} were cut`.replace('connection were', 'connection was');
      notes.warn(`lost the way to pod ${where}: ${errorText(loss.why)}${cuts}; new connections wait`);
      loss.isTold = true;
    } else if (count > 0) {
      notes.warn(`${cut} to pod ${where} ${count === 1 ? 'was' : 'were'} cut: ${errorText(cutWhy)}`);
    }
  };
  const note = (kept: KeptWay, why: Error | undefined): void => {
    const known = losses.get(kept);
    if (known !== undefined) {
      known.why ??= why;
      return;
    }
    const loss: Loss = { kept, why, isTold: false };
    losses.set(kept, loss);
    void io.sleep(COUNT_MS, over.signal).then(
      () => {
        if (losses.get(kept) !== loss) return;
        tell(loss, true);
        if (loss.why === undefined) losses.delete(kept);
      },
      () => undefined,
    );
  };
  return {
    cut: (kept) => note(kept, undefined),
    lost: note,
    mended: (kept) => {
      const isTold = [...losses.values()].map((loss) => {
        if (!loss.isTold) tell(loss, false);
        return loss.isTold;
      });
      losses.clear();
      if (isTold.includes(true)) notes.tell(`forwarding to ${describePod(kept.pod)} again`);
    },
    end: () => {
      over.abort();
      for (const loss of losses.values()) if (!loss.isTold) tell(loss, true);
      losses.clear();
    },
  };
}
