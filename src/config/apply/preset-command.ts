import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { CommandInput } from '../../flags/flag.ts';
import type { ConfigurableCommand, Placed, Preset } from '../config.ts';

/** The commands of this program that run a command in a container. */
const RUNNING = ['debug', 'audit'];

/**
 * The command of a typed preset, followed by the typed words; of several presets, that of the last one that has any. A preset
 * that the environment or a file chooses gives no command, as it would change what each typed command means. Throws `usage`
 * where nothing is run.
 */
export function withPresetCommand(
  { name: ours }: ConfigurableCommand,
  { texts, commandAfterDash = [] }: Pick<CommandInput, 'texts' | 'commandAfterDash'>,
  presets: ReadonlyMap<string, Placed<Preset>>,
): Partial<Pick<CommandInput, 'commandAfterDash' | 'typedCommand'>> {
  const typed = (texts.get('preset') ?? []).flatMap((text) => text.split(','));
  const name = typed.findLast((each) => presets.get(each)?.value.command !== undefined) ?? '';
  const preset = presets.get(name)?.value;
  if (preset?.command === undefined) return {};
  if (!RUNNING.includes(ours) || texts.has('resume') || texts.has('collect'))
    throw new CliError('usage', `the preset "${name}" runs a command, but this call runs none`, {
      hint: `leave out --preset=${name}, or run it: kubectl-debug POD --preset=${name} -- ARGUMENT`,
    });
  refuseWithoutWord(commandAfterDash, { name, ours, needs: preset.needs });
  return { commandAfterDash: [...preset.command, ...commandAfterDash], typedCommand: commandAfterDash };
}

/** Its command would only ask for the word, once its debug container runs. */
function refuseWithoutWord(
  typed: readonly string[],
  { name, ours, needs }: { readonly name: string; readonly ours: string; readonly needs: string | undefined },
): void {
  if (needs === undefined || typed.length > 0) return;
  const call = ours === 'debug' ? 'kubectl-debug POD' : 'kubectl-debug audit POD';
  throw new CliError('usage', `the preset "${name}" needs ${needs}`, {
    hint: `${call}${commandText` --preset=${name}`} -- ${needs}`,
  });
}
