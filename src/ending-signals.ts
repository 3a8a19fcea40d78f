import { ENDING_SIGNALS, type EndingSignal } from './errors/interrupted.ts';
import type { Io, SignalName } from './io.ts';

function isEnding(name: SignalName): name is EndingSignal {
  return ENDING_SIGNALS.some((ending) => ending === name);
}

/** Hears the signals that ask us to end. */
export interface EndingSignals {
  /** As `Io` has it. A signal that nobody hears does what the system has it do. */
  readonly onSignal: Io['onSignal'];
  /** Whether one of them has come. */
  readonly hasCome: () => boolean;
}

/**
 * Hears signals of `process`. Once one has asked us to end and was heard, all of them stay heard: one that nobody waits
 * for ends the program by `endAtOnce`, also one that came while we were busy with something else, or with the first one.
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
  // Never off and on again: what has come meanwhile would be lost with it.
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
