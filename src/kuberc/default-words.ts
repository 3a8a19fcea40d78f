import { CliError, isCliError } from '../errors/cli-error.ts';
import { FLAG_TEXT } from '../flags/flag-text.ts';
import type { Flag } from '../flags/flag.ts';
import { KUBECTL_FLAGS, KUBECTL_FORMATS } from './kubectl-words.ts';
import type { OptionDefault } from './preference.ts';

/** The entry and the command line that defaults apply to. */
interface DefaultsContext {
  /** The entry, for messages: `alias "dbg"`, `defaults of "debug"`. */
  readonly label: string;
  readonly file: string;
  /** kubectl's name of the command. */
  readonly command: string;
  /** The command's flags in this program, including global ones. */
  readonly flags: readonly Flag[];
  /** The typed flags: texts by name. */
  readonly typed: ReadonlyMap<string, string>;
}

/** Flags as typed on a command line, and warnings about omitted ones. */
export interface DefaultWords {
  readonly words: readonly string[];
  readonly warnings: readonly string[];
}

/** Defaults that do not apply if the user types one of our own flags. */
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
 * Turns the defaults of one entry into flags to put before the typed ones. Omits flags that the user typed and
 * flags that only kubectl has. Throws `kuberc` for an unknown flag or an invalid value.
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
      warnings.push(`${context.file}: ${context.label}: only kubectl has the output format "${value}"`);
    else words.push(`--${name}=${value}`);
  }
  return { words, warnings };
}

function findFlag(name: string, { flags, command, label, file }: DefaultsContext): Flag | undefined {
  const flag = flags.find((known) => known.name === name);
  if (flag !== undefined || KUBECTL_FLAGS[command]?.includes(name) === true) return flag;
  throw new CliError('kuberc', `${file}: ${label}: kubectl ${command} has no flag --${name}`);
}

/** Whether typed flags replace this default. */
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

/** `--rm=false` counts as not typed. */
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
