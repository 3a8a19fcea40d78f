import type { StreamListeners } from '../streams/remote-stream.ts';

type Piece = Parameters<StreamListeners['onOutput']>;

/** Takes a piece of output; a promise asks for no further piece until it resolves. */
export type TakeOutput = (...piece: Piece) => Promise<void> | undefined;

/** Pieces of output on their way to a reader that may be slower than the network. */
export interface InTurn {
  readonly take: StreamListeners['onOutput'];
  /** Whether the reader has a piece that it has not taken yet. */
  readonly isBusy: () => boolean;
  /** Resolves when the reader has taken every piece, or has failed. */
  readonly allTaken: () => Promise<void>;
}

/** Where the pieces come from, and who hears of an error of the reader; no piece follows one. */
interface Source {
  readonly pause: () => void;
  readonly resume: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Hands pieces of output to a reader one after the other. While the reader is busy the source is paused. Pieces that were
 * received by then wait in memory.
 */
export function takeInTurn(reader: TakeOutput, source: Source): InTurn {
  const waiting: Piece[] = [];
  let busy: Promise<void> | undefined;
  let hasFailed = false;
  const fail = (error: unknown): void => {
    hasFailed = true;
    source.fail(error);
  };
  const finish = async (first: Promise<void>): Promise<void> => {
    source.pause();
    try {
      await first;
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await reader(...next);
      busy = undefined;
      source.resume();
    } catch (error) {
      fail(error);
    }
  };
  const hand = (piece: Piece): void => {
    const taken = reader(...piece);
    if (taken !== undefined) busy = finish(taken);
  };
  return {
    take: (...piece) => {
      if (hasFailed) return;
      if (busy !== undefined) {
        waiting.push(piece);
        return;
      }
      try {
        hand(piece);
      } catch (error) {
        fail(error);
      }
    },
    isBusy: () => busy !== undefined,
    allTaken: async () => busy,
  };
}
