import { CliError, isCliError } from '../../errors/cli-error.ts';
import { shellText } from '../../errors/shell-word.ts';
import type { CommandInput, FlagValues } from '../../flags/flag.ts';
import type { CalledAs } from '../../io.ts';

/** The words before `--`. */
type Typed = Pick<CommandInput, 'names' | 'typedFlags'>;

/**
 * Flags that a hint never repeats: those that hold a secret or may do so, such as a variable of a container, and `--pod`,
 * whose value is repeated as a name.
 */
const LEFT_OUT = /^--(?:token|password|env|pod)(?![\w-])|^-p/;
/** The marks in a URL next to which a secret may be: a password, a query or a fragment. */
const SECRET_MARK = /[@?#]/;
/** Flags whose value is an address, with or without a scheme; `-s` may follow other letters. */
const OF_ADDRESS = /^--(?:server|proxy-url)(?![\w-])|^-[A-Za-z]*s/;
/** The same flags without a value, so that the next word is their value, whatever it looks like. */
const WITHOUT_VALUE = /^--(?:token|password|env|pod|server|proxy-url)$|^-p$|^-[A-Za-z]*s$/;

/** A value with a scheme is an address in any flag, for example `-f`. */
function isSecretAddress(word: string): boolean {
  const begin = word.indexOf('://');
  return begin >= 0 && SECRET_MARK.test(word.slice(begin));
}

function mayBeSecret(words: readonly string[]): boolean {
  const [flag = ''] = words;
  if (LEFT_OUT.test(flag) || words.some(isSecretAddress)) return true;
  return OF_ADDRESS.test(flag) && words.some((word) => SECRET_MARK.test(word));
}

/** The flags of a command line that a hint may repeat, without those that may hold a secret. */
export function repeatable(typedFlags: readonly string[]): readonly string[] {
  const flags: string[][] = [];
  for (const word of typedFlags) {
    const [flag = '', ...values] = flags.at(-1) ?? [];
    const isValue = flag !== '' && values.length === 0 && (WITHOUT_VALUE.test(flag) || !word.startsWith('-'));
    if (isValue) flags.at(-1)?.push(word);
    else flags.push([word]);
  }
  return flags.filter((words) => !mayBeSecret(words)).flat();
}

/** The flags that select the cluster and the user, without those that hold secrets. */
const CONNECTION_FLAGS = {
  connection: [
    'kubeconfig',
    'context',
    'cluster',
    'server',
    'certificate-authority',
    'tls-server-name',
    'insecure-skip-tls-verify',
    'proxy-url',
  ],
  identity: ['user', 'client-certificate', 'client-key', 'as', 'as-uid', 'as-group', 'as-user-extra'],
} as const;
const SEVERAL: readonly string[] = ['as-group', 'as-user-extra'];

/** The connection flags of a call that hints repeat, each as one word of a shell. */
export function connectionWords(flags: FlagValues): Pick<CalledAs, 'connection' | 'identity'> {
  const wordsOf = (names: readonly string[]): readonly string[] =>
    names
      .filter((name) => flags.isGiven(name))
      .flatMap((name) => textsOf(flags, name).map((text) => shellText([`--${name}=${text}`])));
  return { connection: wordsOf(CONNECTION_FLAGS.connection), identity: wordsOf(CONNECTION_FLAGS.identity) };
}

function textsOf(flags: FlagValues, name: string): readonly string[] {
  if (SEVERAL.includes(name)) return flags.strings(name);
  if (name === 'insecure-skip-tls-verify') return [`${flags.boolean(name)}`];
  return [flags.string(name) ?? ''].filter((text) => !mayBeSecret([`--${name}`, text]));
}

/** Adds a hint if a name other than the first is wrong: it may be a command that was typed without `--`. */
export function withCommandHint(error: unknown, { names, typedFlags }: Typed, index: number): unknown {
  const isFirst = index === 0 || names[index] === undefined;
  if (!isCliError(error) || isFirst) return error;
  const line = shellText([
    'kubectl-debug',
    ...repeatable(typedFlags),
    ...names.slice(0, 1),
    '--',
    ...names.slice(1),
  ]);
  const meant = error.hint?.startsWith('did you mean') === true ? `${error.hint} ` : '';
  return new CliError(error.kind, error.message, {
    hint: `${meant}a command goes after --, as in: ${line}`,
    cause: error,
  });
}

/** Adds the same call with another image to an error about an image that a preset chose. */
export function withImageHint(error: unknown, words: readonly string[], input: CommandInput): unknown {
  if (!isCliError(error) || !error.kind.startsWith('image-') || !input.flags.declares('image')) return error;
  const origin = input.flags.origin('image');
  if (origin?.kind !== 'preset') return error;
  const again = `with another image: ${withImage(words, input, origin.replaced)}`;
  const hint = error.hint === undefined ? again : `${error.hint}; ${again}`;
  return new CliError(error.kind, error.message, { hint, cause: error });
}

/** The line of a call with an image, or with a place for its name. */
function withImage(words: readonly string[], input: CommandInput, image: string | undefined): string {
  const { names, typedFlags, commandAfterDash, typedCommand = commandAfterDash } = input;
  const before = shellText(['kubectl-debug', ...words, ...names, ...repeatable(typedFlags)]);
  const after = typedCommand === undefined ? '' : ` ${shellText(['--', ...typedCommand])}`;
  return `${before} --image=${image === undefined ? 'IMAGE' : shellText([image])}${after}`;
}
