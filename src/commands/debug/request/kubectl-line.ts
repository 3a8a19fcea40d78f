import { CliError } from '../../../errors/cli-error.ts';
import { csvField } from '../../../flags/comma-separated.ts';
import { DEBUG_FLAGS } from '../../../flags/tables/debug-flags.ts';
import type { CommandInput, Flag, FlagKind, FlagValues } from '../../../flags/flag.ts';
import { GLOBAL_FLAGS } from '../../../flags/tables/global-flags.ts';
import { readReasonFlag } from '../../shared/read-reason.ts';
import { leaves } from '../../shared/result-mode.ts';
import { reasonVariable } from '../../../pod/containers/reason.ts';
import { podArgument, shellText } from '../../../errors/shell-word.ts';

const maskAll = (): string => '***';
/** Masks user name and password, query and fragment, even of a text that is no URL. */
const maskAddress = (text: string): string =>
  text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1***@').replace(/([?#]).+$/s, '$1***');

/** Secrets are masked, though the person has typed them: the line is made to be passed on. */
const MASKS: Readonly<Record<string, (text: string) => string>> = {
  token: maskAll,
  password: maskAll,
  server: maskAddress,
  'proxy-url': maskAddress,
  filename: (text) => (/^https?:\/\//.test(text) ? maskAddress(text) : text),
};

/** The typed flags that kubectl has no counterpart for. */
export function flagsWithoutKubectl({ flags }: CommandInput): readonly string[] {
  return DEBUG_FLAGS.filter(({ name, ours }) => ours === 'object' && flags.isSet(name)).map(
    ({ name }) => `--${name}`,
  );
}

/** Throws `usage` if no flags of kubectl make the same object. */
export function refuseWithoutKubectlLine(input: CommandInput): void {
  const given = flagsWithoutKubectl(input);
  if (given.length === 0) return;
  throw new CliError('usage', `--show-kubectl: kubectl debug has no flag like ${given.join(', ')}`, {
    hint: 'kubectl needs a --custom file for that: --dry-run=client -o yaml shows what to write into it',
  });
}

/** What was chosen for the user: the values of flags by their names, and the names of the pods. */
export type ChosenTexts = Readonly<
  Partial<Record<'image' | 'profile' | 'stdin' | 'tty' | 'target' | 'container' | 'namespace', string>>
> & {
  readonly names?: readonly string[];
};

/**
 * Renders the `kubectl debug` line that makes the same object, quoted for a shell, with masks in place of secrets. What was
 * chosen replaces what was typed.
 */
export function renderKubectlLine(
  { flags, names, commandAfterDash }: CommandInput,
  { names: chosenNames = names, ...chosen }: ChosenTexts = {},
): string {
  const texts = new Map(Object.entries({ ...attachOf(flags, chosen), ...envOf(flags), ...chosen }));
  const given = [...DEBUG_FLAGS, ...GLOBAL_FLAGS]
    .filter(({ name, ours }) => ours === undefined && (texts.has(name) || flags.isSet(name)))
    .flatMap((flag) => {
      const text = texts.get(flag.name);
      const all = text === undefined ? TEXTS[flag.kind](flags, flag.name) : [text];
      return all.map((one) => asTyped(flag, one));
    });
  const command = commandAfterDash === undefined ? [] : ['--', ...commandAfterDash];
  const words = [
    'kubectl',
    'debug',
    ...(flags.isGiven('filename') ? [] : chosenNames.map(podArgument)),
    ...given,
    ...command,
  ];
  return shellText(words);
}

/** kubectl has no flag for a reason, but for the variable with it. */
function envOf(flags: FlagValues): { readonly env?: string } {
  const reason = readReasonFlag(flags);
  if (reason === undefined) return {};
  const { name, value = '' } = reasonVariable(reason);
  return { env: textOfPairs([...Object.entries(flags.keyValues('env')), [name, value]]) };
}

/** kubectl shows a container without `-i` only with `--attach`, and refuses that flag without a new or named container. */
function attachOf(flags: FlagValues, chosen: ChosenTexts): { readonly attach?: string } {
  if (leaves(flags)) return { attach: 'false' };
  const isPrinted = (flags.string('dry-run') ?? 'none') !== 'none' || (flags.string('output') ?? '') !== '';
  const isDefault = flags.boolean('stdin') || chosen.stdin === 'true';
  const hasContainer = [
    chosen.image,
    chosen.container,
    flags.string('image'),
    flags.string('container'),
  ].some((text) => (text ?? '') !== '');
  return isPrinted || isDefault || flags.isGiven('attach') || !hasContainer ? {} : { attach: 'true' };
}

/** The texts that give a flag its value again; several texts are typed as several flags. */
const TEXTS: Readonly<Record<FlagKind, (flags: FlagValues, name: string) => readonly string[]>> = {
  boolean: (flags, name) => [`${flags.boolean(name)}`],
  string: (flags, name) => [flags.string(name) ?? ''],
  strings: (flags, name) => flags.strings(name).map(csvField),
  texts: (flags, name) => flags.strings(name),
  'key-values': (flags, name) => [textOfPairs(Object.entries(flags.keyValues(name)))],
  integer: (flags, name) => [`${flags.integer(name) ?? 0}`],
  duration: (flags, name) => [`${flags.duration(name) ?? 0}ms`],
};

/** pflag reads a text with two or more `=` as a line of a CSV file, any other as it is. */
function textOfPairs(pairs: readonly (readonly [string, string])[]): string {
  const texts = pairs.map(([key, value]) => `${key}=${value}`);
  const isCsv = texts.join('').split('=').length > 2;
  return (isCsv ? texts.map(csvField) : texts).join(',');
}

function asTyped({ name, kind }: Flag, text: string): string {
  const shown = MASKS[name]?.(text) ?? text;
  return kind === 'boolean' && shown === 'true' ? `--${name}` : `--${name}=${shown}`;
}
