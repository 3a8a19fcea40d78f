import type { Awaited, Io, Wait, Waits } from '../../io.ts';
import { asCalled } from './as-called.ts';
import { printable } from '../printable.ts';

/** A wait is reported after so many turns of this time, in milliseconds, which make a second. */
const TURN_MS = 50;
const SAY_AFTER_TURNS = 20;

/**
 * Reports waits: if nothing arrives for a second, a line on stderr says what the program waits for. Of several waits it
 * names the one that began last, as the others depend on it. The end of a wait counts as an arrival, so many slow requests
 * at a time are not silence. Prints each line once, and nothing into a session that has the terminal. Does not keep the
 * process alive. It counts its own turns: a program that a busy machine or Ctrl-Z kept from reading has not waited for others.
 */
export function makeWaits(io: Pick<Io, 'stderr' | 'terminal' | 'calledAs'>): Waits {
  const pending = new Map<Wait, Awaited>();
  const said = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let turns = 0;
  const speak = (): void => {
    const last = [...pending.values()].at(-1);
    if (last === undefined || said.has(last.what) || io.terminal.isRaw()) return;
    said.add(last.what);
    io.stderr.write(`${asCalled(printable(describe(last)), io)}\n`);
  };
  const passTurn = (): void => {
    turns += 1;
    if (turns % SAY_AFTER_TURNS === 0) speak();
  };
  const countAnew = (): void => {
    clearInterval(timer);
    turns = 0;
    timer = pending.size === 0 ? undefined : setInterval(passTurn, TURN_MS).unref();
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
