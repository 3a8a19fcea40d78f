import { DEBUG_FLAGS } from '../flags/debug-flags.ts';
import type { CommandInput, Flag, FlagKind, FlagValues } from '../flags/flag.ts';
import { GLOBAL_FLAGS } from '../flags/global-flags.ts';

/** Flags of ours that kubectl does not know. */
const OURS = ['timeout', 'detach-keys', 'via', 'rm', 'dry-run', 'output', 'show-kubectl'];

const maskAll = (): string => '***';
/** A user name and password in front of the host, also where the rest cannot be parsed. */
const maskUserInfo = (text: string): string => text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1***@');

/** What is never shown, not even to the person who typed it: the line is made to be passed on. */
const MASKS: Readonly<Record<string, (text: string) => string>> = {
  token: maskAll,
  password: maskAll,
  server: maskUserInfo,
  'proxy-url': maskUserInfo,
  filename: (text) => (/^https?:\/\//.test(text) ? maskUserInfo(text) : text),
};

/** The `kubectl debug` line that makes the same object, quoted for a shell; a secret is left for the reader to fill in. */
export function renderKubectlLine({ flags, names, commandAfterDash }: CommandInput): string {
  const given = [...DEBUG_FLAGS, ...GLOBAL_FLAGS]
    .filter(({ name }) => flags.isGiven(name) && !OURS.includes(name))
    .flatMap((flag) => TEXTS[flag.kind](flags, flag.name).map((text) => asTyped(flag, text)));
  const command = commandAfterDash === undefined ? [] : ['--', ...commandAfterDash];
  return ['kubectl', 'debug', ...names, ...given, ...command].map(quote).join(' ');
}

/** The texts that would give a flag its value again, each for a flag of its own. */
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

function csvField(text: string): string {
  return /[,"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function asTyped({ name, kind }: Flag, text: string): string {
  const shown = MASKS[name]?.(text) ?? text;
  return kind === 'boolean' && shown === 'true' ? `--${name}` : `--${name}=${shown}`;
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
