import type { Explained } from '../../errors/refusals/refusals.ts';
import type { Io } from '../../io.ts';
import { asCalled } from './as-called.ts';
import { printable } from '../printable.ts';
import { makeStyles } from './styles.ts';

/** Messages of a command on stderr, besides its answer. */
export interface Notes {
  /** Prints a line of information, unless quiet. */
  readonly note: (text: string) => void;
  /** Prints a line of information that may be passed over, unless quiet; dim on a terminal. */
  readonly remark: (text: string) => void;
  /** Prints a line even when quiet, for example which object was chosen. */
  readonly tell: (text: string) => void;
  /** Prints a line `Warning: …`, as kubectl does, even when quiet. */
  readonly warn: (text: string) => void;
  /** Prints a warning that ends in its stable word, and a line `hint: …`, even when quiet. */
  readonly warnOf: (refusal: Explained) => void;
}

/** Makes the messages of a command. They may contain text from a cluster, which is made printable here. */
export function makeNotes(io: Io, options: { readonly quiet: boolean }): Notes {
  const styles = makeStyles(io, 'stderr');
  const line = (text: string): string => `${asCalled(printable(text), io)}\n`;
  const tell = (text: string): void => void io.stderr.write(line(text));
  const warn = (text: string): void => void io.stderr.write(`${styles.warning('Warning:')} ${line(text)}`);
  return {
    note: (text) => {
      if (!options.quiet) tell(text);
    },
    remark: (text) => {
      if (!options.quiet) io.stderr.write(styles.dim(line(text).trimEnd()) + '\n');
    },
    tell,
    warn,
    warnOf: ({ kind, why, hint }) => {
      warn(`${why} [${kind}]`);
      tell(`hint: ${hint}`);
    },
  };
}
