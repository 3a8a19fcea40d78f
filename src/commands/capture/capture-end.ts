import { setMaxListeners } from 'node:events';
import type { Io } from '../../io.ts';

/** Why a capture ends. */
export type EndedBy =
  /** Something outside of the capture: a signal, a window that was closed, an error of all pods. */
  { readonly kind: 'asked' } | { readonly kind: 'packets' | 'size' | 'duration' };

/** The end of a capture, which many things can ask for. */
export interface CaptureEnd {
  /** Aborted as soon as the capture is to end. */
  readonly signal: AbortSignal;
  readonly stop: (by: EndedBy['kind']) => void;
  /** Ends the capture as a failure. */
  readonly fail: (error: unknown) => void;
  /** Which bound has ended it; undefined if none has. */
  readonly bound: () => 'packets' | 'size' | 'duration' | undefined;
  /** Throws what `fail` was called with. */
  readonly throwIfFailed: () => void;
  /** Begins to count the time of `--duration`. */
  readonly startClock: (durationMs: number | undefined) => void;
  readonly close: () => void;
}

/** Makes the end of a capture; an abort of `signal`, as by Ctrl-C, asks for it too. */
export function makeCaptureEnd(io: Io, signal: AbortSignal): CaptureEnd {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  let by: EndedBy['kind'] | undefined;
  let failure: { readonly error: unknown } | undefined;
  const stop = (kind: EndedBy['kind']): void => {
    by ??= kind;
    if (!controller.signal.aborted) controller.abort(new Error(`the capture ends: ${kind}`));
  };
  const onAbort = (): void => stop('asked');
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  return {
    signal: controller.signal,
    stop,
    fail: (error) => {
      failure ??= { error };
      stop('asked');
    },
    bound: () => (by === undefined || by === 'asked' ? undefined : by),
    throwIfFailed: () => {
      if (failure !== undefined) throw failure.error;
    },
    startClock: (durationMs) => {
      if (durationMs === undefined) return;
      io.sleep(durationMs, controller.signal).then(
        () => stop('duration'),
        () => undefined, // the capture has ended before
      );
    },
    close: () => {
      signal.removeEventListener('abort', onAbort);
      stop('asked');
    },
  };
}
