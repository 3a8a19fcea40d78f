import { DEBUG_FLAGS } from '../flags/debug-flags.ts';
import type { CommandInput, Flag, FlagValues } from '../flags/flag.ts';
import { GLOBAL_FLAGS } from '../flags/global-flags.ts';

/** Flags of ours that kubectl does not know. */
const OURS = ['timeout', 'detach-keys', 'rm', 'dry-run', 'output', 'show-kubectl'];

/** The `kubectl debug` line that makes the same object, quoted for a shell. */
export function renderKubectlLine({ flags, names, commandAfterDash }: CommandInput): string {
  const given = [...DEBUG_FLAGS, ...GLOBAL_FLAGS]
    .filter(({ name }) => flags.isGiven(name) && !OURS.includes(name))
    .flatMap((flag) => textsOf(flag, flags).map((text) => asTyped(flag, text)));
  const command = commandAfterDash === undefined ? [] : ['--', ...commandAfterDash];
  return ['kubectl', 'debug', ...names, ...given, ...command].map(quote).join(' ');
}

function textsOf({ name, kind }: Flag, flags: FlagValues): readonly string[] {
  switch (kind) {
    case 'boolean':
      return [`${flags.boolean(name)}`];
    case 'strings':
    case 'texts':
      return flags.strings(name);
    case 'key-values':
      return Object.entries(flags.keyValues(name)).map(([key, value]) => `${key}=${value}`);
    case 'string':
    case 'integer':
    case 'duration':
      return [flags.string(name) ?? ''];
  }
}

function asTyped({ name, kind }: Flag, text: string): string {
  return kind === 'boolean' && text === 'true' ? `--${name}` : `--${name}=${text}`;
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
