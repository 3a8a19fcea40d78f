import { CliError, isCliError } from '../../../errors/cli-error.ts';
import { shellText } from '../../../errors/shell-word.ts';
import type { FlagValues } from '../../../flags/flag.ts';
import type { Io } from '../../../io.ts';

/** The flags of a call, for one context. */
export function flagsInContext(flags: FlagValues, context: string): FlagValues {
  return { ...flags, string: (name) => (name === 'context' ? context : flags.string(name)) };
}

/**
 * The Io of a call, for one of several contexts: the command lines of its hints name the context, and only one plugin at
 * a time asks on the terminal (`askInTurn`).
 */
export function ioInContext(io: Io, context: string, askInTurn: NonNullable<Io['askInTurn']>): Io {
  const { calledAs } = io;
  const connection = [...(calledAs?.connection ?? []), shellText([`--context=${context}`])];
  const more: Partial<Io> = { askInTurn, ...(calledAs && { calledAs: { ...calledAs, connection } }) };
  // Copies the getters: reading their values would open streams that are opened on first use.
  const properties = { ...Object.getOwnPropertyDescriptors(io), ...Object.getOwnPropertyDescriptors(more) };
  return Object.defineProperties({}, properties) as Io;
}

/** The error of one of several contexts, which its message names first. Throws what is no `CliError`: that is our bug. */
export function errorInContext(context: string, error: unknown): CliError {
  if (!isCliError(error)) throw error;
  const { kind, message, hint } = error;
  return new CliError(kind, `${context}: ${message}`, { ...(hint !== undefined && { hint }), cause: error });
}

/** Who may ask on the terminal when. */
interface Turns {
  /** Runs one after the other what may ask on the terminal. */
  readonly inTurn: NonNullable<Io['askInTurn']>;
  /** Resolves when nobody asks any more, so that nothing is written into a prompt. */
  readonly idle: () => Promise<void>;
}

/** Makes the turns of what may ask on the terminal. */
export function makeTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    inTurn: (ask) => {
      const turn = last.then(ask);
      last = turn.catch(() => undefined); // who asks gets the error
      return turn;
    },
    idle: async () => {
      for (let seen: unknown; seen !== last; await last) seen = last;
    },
  };
}
