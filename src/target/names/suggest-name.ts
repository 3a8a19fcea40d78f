import { CliError } from '../../errors/cli-error.ts';
import { suggestWord } from '../../errors/suggest.ts';
import { shellNames } from '../../errors/shell-word.ts';

/** More names than these are no help. */
const MAX_NAMES = 5;

/** The names that start as `typed`, else the one that it was most likely meant to be. */
export function nearNames(typed: string, names: readonly string[]): readonly string[] {
  const begun = names.filter((name) => name.startsWith(typed));
  if (begun.length > 0) return begun;
  const nearest = suggestWord(typed, names);
  return nearest === undefined ? [] : [nearest];
}

/** The same error, with the names that may have been meant as its hint; as it is where there are none, or too many. */
export function withSuggestion(error: CliError, near: readonly string[]): CliError {
  if (near.length === 0 || near.length > MAX_NAMES) return error;
  const hint = `did you mean ${near.length === 1 ? '' : 'one of '}${shellNames(near)}?`;
  return new CliError(error.kind, error.message, { hint, cause: error });
}
