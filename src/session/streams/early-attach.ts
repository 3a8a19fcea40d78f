import type { Io } from '../../io.ts';
import type { AttachStream } from './remote-stream.ts';

/** An attach that was made before the container was known to run, until it proves to be in time or too early. */
export interface Trial {
  readonly isOn: () => boolean;
  /** Ends the trial: output came, so there is a process. */
  readonly pass: () => void;
  /** Resolves to the end of a stream that is refused; undefined once output has come or the time is over. */
  readonly awaitRefusal: <End>(
    io: Io,
    stream: Pick<AttachStream<End>, 'ended'>,
    signal: AbortSignal,
  ) => Promise<End | undefined>;
}

/** A node that is asked to attach refuses within milliseconds of the upgrade. */
const REFUSAL_WITHIN_MS = 250;

/** Starts a trial; for an attach that is no trial, one that has passed. */
export function startTrial(isTrial: boolean): Trial {
  let isOn = isTrial;
  let pass = (): void => undefined;
  const passed = new Promise<undefined>((resolve) => {
    pass = () => {
      isOn = false;
      resolve(undefined);
    };
  });
  return {
    isOn: () => isOn,
    pass,
    awaitRefusal: async (io, { ended }, signal) => {
      if (!isOn) return undefined;
      const over = new AbortController();
      const late = io.sleep(REFUSAL_WITHIN_MS, AbortSignal.any([signal, over.signal]));
      const refusal = await Promise.race([ended, passed, late.then(pass, () => undefined)]);
      over.abort();
      return refusal ?? undefined;
    },
  };
}
