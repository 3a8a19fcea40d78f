import type { Io } from '../../io.ts';
import type { RemoteStream } from './remote-stream.ts';

/** An attach that was made before the container was known to run. It passes, or the node refuses it. */
export interface EarlyAttach {
  /** Whether it is not yet known if the attach was too early. */
  readonly isOn: () => boolean;
  /** Call it when output comes: the container runs. */
  readonly pass: () => void;
  /** Resolves to the end of a stream that is refused; undefined once output has come or the time is over. */
  readonly awaitRefusal: <End>(
    io: Io,
    stream: Pick<RemoteStream<End>, 'ended'>,
    signal: AbortSignal,
  ) => Promise<End | undefined>;
}

/** A node that is asked to attach refuses within milliseconds of the upgrade. */
const REFUSAL_WITHIN_MS = 250;

/** Watches over an early attach; if `isEarly` is false, it has passed already. */
export function startEarlyAttach(isEarly: boolean): EarlyAttach {
  let isOn = isEarly;
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
