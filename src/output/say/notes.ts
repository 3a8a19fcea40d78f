import type { Explained } from '../../errors/refusals/refusals.ts';
import type { Io } from '../../io.ts';
import { asCalled } from './as-called.ts';
import { printable } from '../printable.ts';
import { makeStyles } from './styles.ts';

/** What a command says beside its answer. */
export interface Notes {
  /** One line of information; nothing when quiet. */
  readonly note: (text: string) => void;
  /** One line, also when quiet: which object was chosen for the person. */
  readonly tell: (text: string) => void;
  /** One line `Warning: …`, as kubectl writes it, also when quiet. */
  readonly warn: (text: string) => void;
  /** A warning that ends in its stable word, and a line `hint: …` with what to type next; also when quiet. */
  readonly warnOf: (refusal: Explained) => void;
}

/** Notes and warnings on stderr; the texts may hold text from a cluster, which is made printable here. */
export function makeNotes(io: Io, options: { readonly quiet: boolean }): Notes {
  const styles = makeStyles(io, 'stderr');
  const line = (text: string): string => `${asCalled(printable(text), io)}\n`;
  const tell = (text: string): void => void io.stderr.write(line(text));
  const warn = (text: string): void => void io.stderr.write(`${styles.warning('Warning:')} ${line(text)}`);
  return {
    note: (text) => {
      if (!options.quiet) tell(text);
    },
    tell,
    warn,
    warnOf: ({ kind, why, hint }) => {
      warn(`${why} [${kind}]`);
      tell(`hint: ${hint}`);
    },
  };
}
