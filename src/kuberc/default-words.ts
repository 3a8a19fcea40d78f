import { CliError, isCliError } from '../errors/cli-error.ts';
import { FLAG_TEXT } from '../flags/flag-text.ts';
import type { Flag } from '../flags/flag.ts';
import { KUBECTL_FLAGS, KUBECTL_FORMATS } from './kubectl-words.ts';
import type { OptionDefault } from './preference.ts';

/** What the defaults of one entry of a kuberc are for. */
export interface DefaultsContext {
  /** The entry, for messages: `alias "dbg"`, `defaults of "debug"`. */
  readonly label: string;
  readonly file: string;
  /** kubectl's name of the command. */
  readonly command: string;
  /** All flags that the command has here, but for those about the program itself. */
  readonly flags: readonly Flag[];
  /** What was typed: the texts of flags by their names. */
  readonly typed: ReadonlyMap<string, string>;
}

/** Flags as they would be typed, and what was left out that its owner should know. */
export interface DefaultWords {
  readonly words: readonly string[];
  readonly warnings: readonly string[];
}

/** Flags of ours, typed, beside which a default that kubectl would apply makes no sense. */
const YIELDS: Readonly<Record<string, readonly (readonly [typed: string, defaults: readonly string[]])[]>> = {
  debug: [
    ...['detach', 'wait', 'rm', 'run-timeout', 'timeout', 'via'].map((name) => [name, ['attach']] as const),
    ['via=log', ['stdin', 'tty']],
  ],
  attach: [],
  get: [
    [
      'explain',
      [
        ...['output', 'no-headers', 'label-columns', 'show-labels', 'show-kind'],
        ...['watch', 'watch-only', 'output-watch-events'],
      ],
    ],
    ...['containers', 'resources', 'ephemeral-containers'].map((name) => [name, ['output']] as const),
  ],
};

/**
 * Turns the defaults of one entry into flags, to stand in front of what was typed. What was typed counts in their place,
 * and what only kubectl has is left out. Throws `kuberc` for a flag that nobody has and a value that cannot be read.
 */
export function wordsOfDefaults(options: readonly OptionDefault[], context: DefaultsContext): DefaultWords {
  const words: string[] = [];
  const warnings: string[] = [];
  for (const { name: written, value } of options) {
    const name = written.replaceAll('_', '-');
    const flag = findFlag(name, context);
    if (flag === undefined || isReplaced(flag, value, context)) continue;
    checkValue(flag, value, context);
    if (context.command === 'get' && name === 'output' && KUBECTL_FORMATS.test(value))
      warnings.push(`${context.file}: ${context.label}: the output format "${value}" is kubectl's alone`);
    else words.push(`--${name}=${value}`);
  }
  return { words, warnings };
}

function findFlag(name: string, { flags, command, label, file }: DefaultsContext): Flag | undefined {
  const flag = flags.find((known) => known.name === name);
  if (flag !== undefined || KUBECTL_FLAGS[command]?.includes(name) === true) return flag;
  throw new CliError('kuberc', `${file}: ${label}: kubectl ${command} has no flag --${name}`);
}

/** Whether what was typed counts in place of this default. */
function isReplaced({ name }: Flag, value: string, { command, typed }: DefaultsContext): boolean {
  if (typed.has(name)) return true;
  if (name === 'output' && value === 'wide' && !typed.has('explain')) return false;
  const rows = YIELDS[command] ?? [];
  return rows.some(([flag, defaults]) => {
    const [ours = '', text] = flag.split('=');
    const isTyped = text === undefined ? isOn(typed.get(ours)) : typed.get(ours) === text;
    return isTyped && defaults.includes(name);
  });
}

/** `--rm=false` asks for nothing. */
function isOn(text: string | undefined): boolean {
  return text !== undefined && text !== 'false';
}

function checkValue(flag: Flag, value: string, { label, file }: DefaultsContext): void {
  try {
    FLAG_TEXT[flag.kind](value);
  } catch (error) {
    if (!isCliError(error)) throw error;
    const message = `${file}: ${label}: --${flag.name} cannot be ${JSON.stringify(value)}: ${error.message}`;
    throw new CliError('kuberc', message, { cause: error });
  }
}
