import { setMaxListeners } from 'node:events';

/** Has the watches of a follower begin anew: after a sleep of the machine their connections are dead, and nobody says so. */
export interface Renewal {
  /** Aborted at the next renewal. */
  readonly signal: () => AbortSignal;
  readonly renew: () => void;
}

/** Makes a renewal. */
export function makeRenewal(): Renewal {
  const make = (): AbortController => {
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    return controller;
  };
  let current = make();
  return {
    signal: () => current.signal,
    renew: () => {
      const ended = current;
      current = make();
      ended.abort();
    },
  };
}
