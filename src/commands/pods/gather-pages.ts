import type { Io } from '../../io.ts';
import type { ShownPod } from '../../output/table/shown-pod.ts';

/** How long pages wait for those of other contexts, in milliseconds: a wait that nobody notices. */
const PATIENCE_MS = 1000;

/** Pods of one context, or why they could not be read. */
export interface PagePart {
  /** The number of its context. */
  readonly order: number;
  readonly pods: readonly ShownPod[];
  readonly failed?: { readonly context: string; readonly why: string };
}

interface Gathering {
  readonly io: Pick<Io, 'sleep'>;
  /** How many contexts there are. */
  readonly count: number;
  readonly print: (parts: readonly PagePart[]) => Promise<void>;
  /** Called when all contexts were listed. */
  readonly end: () => Promise<void>;
}

/** Pages of several contexts on their way to one output. */
export interface GatheredPages {
  /** Resolves when the reader may get more. Throws what `print` throws. */
  readonly add: (part: PagePart) => Promise<void>;
  /** Call once for each context, when it has no more pages, or only changes of a watch. */
  readonly listed: () => Promise<void>;
}

/**
 * Prints what comes within a second in the order of the contexts, so that the rows of clusters that answer are in the same
 * order each time, and what comes later at once, so that no cluster holds up another.
 */
export function gatherPages({ io, count, print, end }: Gathering): GatheredPages {
  const over = new AbortController();
  let held: PagePart[] | undefined = [];
  let left = count;
  let last: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = last.then(work);
    last = done.catch(() => undefined); // who adds a page gets the error
    return done;
  };
  const release = (): Promise<void> => {
    const parts = held ?? [];
    held = undefined;
    over.abort();
    return inTurn(() => print(parts.toSorted((a, b) => a.order - b.order)));
  };
  // Aborted when all came sooner. A reader that has gone away ends the call by itself.
  io.sleep(PATIENCE_MS, over.signal)
    .then(release)
    .catch(() => undefined);
  return {
    add: async (part) => {
      if (held === undefined) await inTurn(() => print([part]));
      else held.push(part);
    },
    listed: async () => {
      left -= 1;
      if (left > 0) return;
      if (held !== undefined) await release();
      await inTurn(end);
    },
  };
}
