import { ENDING_SIGNALS, type EndingSignal } from './errors/interrupted.ts';
import type { Io, SignalName } from './io.ts';

function isEnding(name: SignalName): name is EndingSignal {
  return ENDING_SIGNALS.some((ending) => ending === name);
}

/** Listens for the signals that ask the program to end. */
export interface EndingSignals {
  /** As in `Io`. A signal without a listener has the default effect of the system. */
  readonly onSignal: Io['onSignal'];
  /** Whether one of them has arrived. */
  readonly hasCome: () => boolean;
}

/**
 * Listens for signals of `process`. After the first ending signal it goes on listening for all of them: a further one
 * without a listener calls `endAtOnce`, even if it arrived while the program was busy.
 */
export function hearEndingSignals(
  process: Pick<NodeJS.Process, 'on' | 'off'>,
  endAtOnce: (name: EndingSignal) => void,
): EndingSignals {
  const listeners = new Map<EndingSignal, Set<() => void>>();
  const heard = new Set<EndingSignal>();
  let hasCome = false;
  const hear = (name: EndingSignal): void => {
    const own = [...(listeners.get(name) ?? [])];
    if (!hasCome) ENDING_SIGNALS.forEach(keepHearing);
    hasCome = true;
    if (own.length === 0) endAtOnce(name);
    for (const listener of own) listener();
  };
  // Never remove and add the listener: a signal in between would be lost.
  const keepHearing = (name: EndingSignal): void => {
    if (heard.has(name)) return;
    heard.add(name);
    process.on(name, hear);
  };
  const stopHearing = (name: EndingSignal): void => {
    heard.delete(name);
    process.off(name, hear);
  };
  return {
    hasCome: () => hasCome,
    onSignal: (name, listener) => {
      if (!isEnding(name)) {
        process.on(name, listener);
        return () => process.off(name, listener);
      }
      const own = listeners.get(name) ?? new Set();
      listeners.set(name, own.add(listener));
      keepHearing(name);
      return () => {
        own.delete(listener);
        if (own.size === 0 && !hasCome) stopHearing(name);
      };
    },
  };
}
