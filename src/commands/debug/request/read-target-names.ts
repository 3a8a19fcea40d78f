import { CliError } from '../../../errors/cli-error.ts';
import type { CommandInput } from '../../../flags/flag.ts';
import { LISTED, parseTargetOrNamespace, type TargetRef } from '../../../target/names/parse-target.ts';
import { withCommandHint } from '../../shared/command-hint.ts';

/** Reads the names on the command line of `debug`, without the `-` that stands for names on stdin. Throws `usage`, also without names and files unless a person can pick. */
export function readTargetNames(
  typed: Pick<CommandInput, 'names' | 'typedFlags'>,
  { files, canPick }: { readonly files: readonly string[]; readonly canPick: boolean },
): readonly TargetRef[] {
  const { names } = typed;
  if (files.length === 0 && names.length === 0 && !canPick)
    throw new CliError('usage', 'no pod or node is named', { hint: 'kubectl-debug POD' });
  if (files.length > 0 && names.length > 0)
    throw new CliError('usage', 'pods are named on the command line or by --filename, not by both', {
      hint: 'a command goes after --',
    });
  if (files.filter((file) => file === '-').length > 1)
    throw new CliError('usage', 'standard input can be read once, but --filename=- is given twice', {
      hint: 'put the documents together, with --- between them',
    });
  return names.flatMap((name, index) => {
    if (name === LISTED) return [];
    try {
      return [parseTargetOrNamespace(name)];
    } catch (error) {
      throw withCommandHint(error, typed, index);
    }
  });
}
