import { reconnectPauseMs } from '../../session/mend/outage.ts';
import type { Io } from '../../io.ts';
import type { ExecLoss } from './exec-stream.ts';
import type { Link } from './link.ts';

/** Links that are opened ahead, so that a new connection need not wait for the start of an exec. */
export interface Spares {
  /** The best spare, or a new link. Throws as `open`. */
  readonly take: (signal: AbortSignal) => Promise<Link | ExecLoss>;
  /** Opens no more. The spares are ended with all links. */
  readonly close: () => void;
}

/** How many wait for their connection. */
const SPARES = 2;
/** A spare that was silent for longer may be dead, as after a sleep of this machine: pings are sent each 5 s. */
const QUIET_MS = 12_000;

/** Keeps spares, and opens others in the background when they are taken or lost. */
export function keepSpares(
  { sleep, random }: Pick<Io, 'sleep' | 'random'>,
  open: (signal: AbortSignal) => Promise<Link | ExecLoss>,
): Spares {
  const over = new AbortController();
  const spares = new Set<Link>();
  let opening = 0;
  let failures = 0;
  const wait = async (link: Link): Promise<void> => {
    spares.add(link);
    void link.lost.then(() => {
      if (!spares.delete(link)) return;
      failures += 1;
      refill();
    });
    await link.ready;
    if (spares.has(link)) failures = 0;
  };
  const add = async (): Promise<void> => {
    opening += 1;
    try {
      await sleep(reconnectPauseMs(failures, random), over.signal);
      const link = await open(over.signal);
      if ('isUnstarted' in link) failures += 1;
      else if (over.signal.aborted) link.end();
      else await wait(link);
    } catch {
      failures += 1; // who needs a link hears why there is none
    }
    opening -= 1;
    refill();
  };
  const refill = (): void => {
    while (!over.signal.aborted && spares.size + opening < SPARES) void add();
  };
  refill();
  return {
    take: async (signal) => {
      const spare = [...spares].find(({ quietMs }) => quietMs() <= QUIET_MS);
      if (spare === undefined) return open(signal);
      spares.delete(spare);
      refill();
      return spare;
    },
    close: () => over.abort(),
  };
}
