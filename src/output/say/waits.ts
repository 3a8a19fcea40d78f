import type { Awaited, Io, Wait, Waits } from '../../io.ts';
import { asCalled } from './as-called.ts';
import { printable } from '../printable.ts';

/** Who has waited for so long wants to know for what, in milliseconds. */
const SAY_AFTER_MS = 1000;

/**
 * Says in one line on stderr what is waited for, when nothing has come for a second though something is waited for: of
 * several things the one that was begun last, as that is what keeps the others waiting. The same line is said once, and none
 * into a session that has the terminal. A wait that ends is something that came, so that many requests at a time that are
 * answered slowly are no silence. It keeps no process alive, and costs one timer as long as something is waited for.
 */
export function makeWaits(io: Pick<Io, 'stderr' | 'terminal' | 'calledAs'>): Waits {
  const pending = new Map<Wait, Awaited>();
  const said = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const speak = (): void => {
    const last = [...pending.values()].at(-1);
    if (last === undefined || said.has(last.what) || io.terminal.isRaw()) return;
    said.add(last.what);
    io.stderr.write(`${asCalled(printable(describe(last)), io)}\n`);
  };
  const countAnew = (): void => {
    clearInterval(timer);
    timer = pending.size === 0 ? undefined : setInterval(speak, SAY_AFTER_MS).unref();
  };
  return {
    begin: (awaited) => {
      const wait: Wait = {
        becomes: (what) => {
          if (pending.has(wait)) pending.set(wait, { ...awaited, what });
        },
        heard: countAnew,
        end: () => {
          if (pending.delete(wait)) countAnew();
        },
      };
      pending.set(wait, awaited);
      if (timer === undefined) countAnew();
      return wait;
    },
  };
}

function describe({ what, atMostMs = Infinity }: Awaited): string {
  return `waiting for ${what} …${Number.isFinite(atMostMs) ? ` (${atMostMs / 1000} s at most)` : ''}`;
}
