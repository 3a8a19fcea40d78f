import type { Io } from '../../io.ts';
import type { AttachStream } from './remote-stream.ts';

/** The time in which an attach, made before anything said that the container runs, may turn out to be too early. */
export interface Trial {
  readonly isOn: () => boolean;
  /** Output came: there is a process. */
  readonly pass: () => void;
  /** How the stream ended, if it does before there is output or time has passed; the trial is over otherwise. */
  readonly awaitRefusal: <End>(
    io: Io,
    stream: Pick<AttachStream<End>, 'ended'>,
    signal: AbortSignal,
  ) => Promise<End | undefined>;
}

/** A refusal comes within milliseconds of the upgrade, as the node is asked by then. */
const REFUSAL_WITHIN_MS = 250;

/** Starts a trial, or one that is passed already. */
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
