import type { Io } from '../../io.ts';
import type { Link } from './link.ts';
import type { EndWatch } from './relay-connection.ts';
import type { Warden } from './warden.ts';

/** When to ask after the last data, each in milliseconds after the question before; the last one repeats. */
const PAUSES_MS = [15, 30, 60, 120, 250, 500, 1000, 2000, 4000, 8000];
/** After so many questions a pause is long. */
const SOON = 4;

/**
 * Ends the input of a connector when the other side has ended, as it would wait for both. Asks soon after data has come, as
 * most programs end a connection right after their answer, and later on ever more seldom.
 */
export function watchEnd(
  { sleep }: Pick<Io, 'sleep'>,
  warden: () => Warden | undefined,
): (link: Link, signal: AbortSignal) => EndWatch {
  return (link, signal) => {
    let asked = 0;
    const hasEnd = async (): Promise<boolean> => {
      const connector = link.connectorId();
      return connector !== undefined && ((await warden()?.hasEnd(connector)) ?? false);
    };
    let soon = new AbortController();
    const pause = async (): Promise<void> => {
      const pauseMs = PAUSES_MS[Math.min(asked, PAUSES_MS.length - 1)] ?? 0;
      asked += 1;
      soon = new AbortController();
      const scope = AbortSignal.any([soon.signal, signal]);
      await sleep(pauseMs, scope).catch(() => undefined); // data has come, or the connection is over
    };
    const watch = async (): Promise<void> => {
      do await pause();
      while (!signal.aborted && !(await hasEnd()));
      if (!signal.aborted) link.endInput();
    };
    void watch();
    return {
      heardData: () => {
        // A long pause would be too long now.
        if (asked > SOON) soon.abort();
        asked = 0;
      },
    };
  };
}
