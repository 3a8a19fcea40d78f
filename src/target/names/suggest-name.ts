import { CliError } from '../../errors/cli-error.ts';
import { suggestWord } from '../../errors/suggest.ts';
import { shellNames } from '../../errors/shell-word.ts';

/** Longer lists do not help. */
const MAX_NAMES = 5;

/** The names that start with `typed`, else the most similar one. */
export function nearNames(typed: string, names: readonly string[]): readonly string[] {
  const begun = names.filter((name) => name.startsWith(typed));
  if (begun.length > 0) return begun;
  const nearest = suggestWord(typed, names);
  return nearest === undefined ? [] : [nearest];
}

/** The error with a hint that suggests names; unchanged if there are none or too many. */
export function withSuggestion(error: CliError, near: readonly string[]): CliError {
  if (near.length === 0 || near.length > MAX_NAMES) return error;
  const hint = `did you mean ${near.length === 1 ? '' : 'one of '}${shellNames(near)}?`;
  return new CliError(error.kind, error.message, { hint, cause: error });
}
