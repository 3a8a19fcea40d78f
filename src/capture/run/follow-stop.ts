import { toError } from '../../errors/error-text.ts';
import type { Io } from '../../io.ts';
import { aborted } from '../../session/terminal/aborted.ts';

/** For how long nothing may come from a tcpdump that is to end, in milliseconds. */
const STOP_WITHIN_MS = 10_000;

/** The way from the wish that tcpdump ends to its end. */
export interface Stopping {
  /** It is to end. */
  readonly stop: AbortSignal;
  /** Its end has come, or nothing more will. */
  readonly over: AbortSignal;
  readonly finish: () => void;
  /** We wait no longer. */
  readonly givenUp: AbortSignal;
  /** undefined before we give up, and after `fail`. */
  readonly whyGivenUp: () => string | undefined;
  /** The script runs, so that it is to be asked before anybody gives up. */
  readonly begin: () => void;
  /** Output has come, or was taken. */
  readonly heard: () => void;
  /** Ends it with an error. */
  readonly fail: (error: unknown) => void;
}

/** Gives up once `force` is aborted, or when nothing has come for too long after `stop`. The caller calls `finish`. */
export function followStop(
  io: Pick<Io, 'now' | 'sleep'>,
  stop: AbortSignal,
  force: AbortSignal = new AbortController().signal,
): Stopping {
  const over = new AbortController();
  const giveUp = new AbortController();
  let reason: string | undefined;
  let hasBegun = false;
  let heardMs = 0;
  const leave = (why: string): void => {
    reason = why;
    giveUp.abort(new Error(why));
  };
  const insist = async (): Promise<void> => {
    await aborted(AbortSignal.any([stop, over.signal]));
    if (!hasBegun && !over.signal.aborted) leave('the capture was ended before tcpdump had started');
    heardMs = io.now().getTime();
    while (!over.signal.aborted) {
      const leftMs = heardMs + STOP_WITHIN_MS - io.now().getTime();
      if (leftMs <= 0) leave('tcpdump did not end in time');
      if (giveUp.signal.aborted) return;
      await io.sleep(leftMs, over.signal).catch(() => undefined); // the loop ends then
    }
  };
  void insist();
  aborted(AbortSignal.any([force, over.signal])).then(
    () => over.signal.aborted || leave('its end was not waited for'),
    () => undefined,
  );
  return {
    stop,
    over: over.signal,
    finish: () => over.abort(),
    givenUp: giveUp.signal,
    whyGivenUp: () => reason,
    begin: () => (hasBegun = true),
    heard: () => (heardMs = io.now().getTime()),
    fail: (error) => giveUp.abort(toError(error)),
  };
}
