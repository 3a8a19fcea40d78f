import { CliError } from '../errors/cli-error.ts';
import { commandText } from '../errors/shell-word.ts';
import type { Flag } from '../flags/flag.ts';
import { findFirstName } from '../flags/parse-command-line.ts';
import { scanArgv } from '../flags/scan-argv.ts';
import { findTargetType } from '../target/names/target-types.ts';
import { wordsOfDefaults, type DefaultWords } from './default-words.ts';
import { firstWord, KUBECTL_COMMANDS, OUR_WORDS } from './kubectl-words.ts';
import type { Alias, OptionDefault, Preference } from './preference.ts';

/** A command of this program. */
export interface KnownCommand {
  readonly name: string;
  readonly flags: readonly Flag[];
}

/** A command line as typed. */
export interface TypedLine<T extends KnownCommand> {
  readonly argv: readonly string[];
  readonly commands: readonly T[];
  /** The command of a line that names none. */
  readonly fallback: T;
  /** The flags of all commands. */
  readonly globalFlags: readonly Flag[];
  /** Whether the user is still typing (completion): appends nothing then, and tolerates missing words. */
  readonly isUnfinished?: boolean;
}

/** A command line with the additions of a kuberc. */
interface ExpandedLine {
  /** Without the command's name. */
  readonly argv: readonly string[];
  readonly warnings: readonly string[];
}

/** The command of a line. It is known even if the rest of the line is wrong. */
export interface ResolvedLine<T> {
  readonly command: T;
  /** Whether the user typed its name or an alias. */
  readonly isNamed: boolean;
  /** Throws `kuberc`, and `usage` for an alias of `get` that lists anything but pods. */
  readonly expand: () => ExpandedLine;
}

/** A decoded kuberc. */
export interface Kuberc {
  readonly file: string;
  readonly preference: Preference;
}

/** What the typed command name means. */
interface Meaning<T> {
  readonly command: T;
  /** kubectl's name of the command; undefined if kubectl does not have it. */
  readonly kubectlName: string | undefined;
  readonly alias: Alias | undefined;
  /** Index of the name in argv; undefined if the user typed none. */
  readonly index: number | undefined;
}

/**
 * The aliases that this program accepts: they stand for a command that both programs have, and their names differ
 * from kubectl's commands and from ours (`commands`).
 */
export function usableAliases(
  { aliases }: Preference,
  commands: readonly { readonly name: string }[],
): readonly Alias[] {
  const taken = [...KUBECTL_COMMANDS, ...commands.map(({ name }) => name)];
  return aliases.filter(({ name, command }) => !taken.includes(name) && OUR_WORDS.has(firstWord(command)));
}

/**
 * Finds the command of a line and expands it as kubectl does. An alias expands to its command, its options, its
 * prependArgs, the typed words and its appendArgs. Defaults of a command do not apply to its aliases. Throws
 * `kuberc`.
 */
export function resolveCommand<T extends KnownCommand>(kuberc: Kuberc, line: TypedLine<T>): ResolvedLine<T> {
  const meaning = findMeaning(kuberc, line);
  const { command, index } = meaning;
  return { command, isNamed: index !== undefined, expand: () => expandLine(kuberc, line, meaning) };
}

function expandLine<T extends KnownCommand>(
  kuberc: Kuberc,
  line: TypedLine<T>,
  meaning: Meaning<T>,
): ExpandedLine {
  const { command, alias, index } = meaning;
  const typed = typedFlags([...command.flags, ...line.globalFlags], line.argv);
  const { words, warnings } = collectDefaults(kuberc, meaning, { line, typed });
  const argv = index === undefined ? line.argv : line.argv.toSpliced(index, 1, ...(alias?.prependArgs ?? []));
  const whole = [...argv, ...(line.isUnfinished === true ? [] : (alias?.appendArgs ?? []))];
  const isOfPods = alias !== undefined && meaning.kubectlName === 'get';
  const flags = [...command.flags, ...line.globalFlags];
  const rest = isOfPods ? withoutType(whole, { ...line, flags, alias }) : whole;
  return { argv: [...words, ...rest], warnings };
}

function findMeaning<T extends KnownCommand>({ preference, file }: Kuberc, line: TypedLine<T>): Meaning<T> {
  const { commands, fallback, globalFlags, argv } = line;
  const first = findFirstName([...commands.flatMap(({ flags }) => flags), ...globalFlags], argv);
  const ours = commands.find(({ name }) => name === first?.text);
  const kubectlNameOf = (word: string): string | undefined =>
    [...OUR_WORDS].find(([, our]) => our === word)?.[0];
  if (first !== undefined && ours !== undefined)
    return { command: ours, kubectlName: kubectlNameOf(ours.name), alias: undefined, index: first.index };
  const alias = first && preference.aliases.find(({ name }) => name === first.text);
  const known = alias && commandOfAlias(alias, file);
  const command = commands.find(({ name }) => known !== undefined && name === OUR_WORDS.get(known));
  if (command === undefined)
    return {
      command: fallback,
      kubectlName: kubectlNameOf(fallback.name),
      alias: undefined,
      index: undefined,
    };
  return { command, kubectlName: known, alias, index: first?.index };
}

/** The kubectl command that an alias stands for; undefined if kubectl ignores the alias. */
function commandOfAlias({ name, command }: Alias, file: string): string | undefined {
  const word = firstWord(command);
  if (KUBECTL_COMMANDS.includes(name) || word === '') return undefined;
  if (KUBECTL_COMMANDS.includes(word)) return word;
  throw new CliError(
    'kuberc',
    `${file}: alias "${name}" stands for "${command}", which kubectl does not have`,
  );
}

/** The last text of each flag before `--`. */
function typedFlags(flags: readonly Flag[], argv: readonly string[]): ReadonlyMap<string, string> {
  const typed = new Map<string, string>();
  for (const part of scanArgv(flags, argv)) if (part.kind === 'flag') typed.set(part.flag.name, part.text);
  return typed;
}

interface Typed<T extends KnownCommand> {
  readonly line: TypedLine<T>;
  readonly typed: ReadonlyMap<string, string>;
}

function collectDefaults<T extends KnownCommand>(
  { preference, file }: Kuberc,
  { command, kubectlName, alias }: Meaning<T>,
  { line, typed }: Typed<T>,
): DefaultWords {
  const flags = [...command.flags, ...line.globalFlags];
  const read = (label: string, options: readonly OptionDefault[]): DefaultWords =>
    kubectlName === undefined
      ? { words: [], warnings: [] }
      : wordsOfDefaults(options, { label, file, command: kubectlName, flags, typed });
  const unknown = new Set<string>();
  const all: DefaultWords[] = alias === undefined ? [] : [read(`alias "${alias.name}"`, alias.options)];
  for (const entry of preference.defaults) {
    const word = firstWord(entry.command);
    if (word === alias?.name)
      throw new CliError(
        'kuberc',
        `${file}: the alias "${word}" cannot have defaults: add them to its options`,
      );
    if (word !== '' && !KUBECTL_COMMANDS.includes(word)) unknown.add(entry.command);
    if (alias === undefined && word === kubectlName)
      all.push(read(`defaults of "${entry.command}"`, entry.options));
  }
  return {
    words: all.flatMap(({ words }) => words),
    warnings: [
      ...[...unknown].map((name) => `${file}: defaults of "${name}": kubectl has no such command`),
      ...all.flatMap(({ warnings }) => warnings),
    ],
  };
}

interface OfPods {
  readonly alias: Alias;
  readonly flags: readonly Flag[];
  readonly isUnfinished?: boolean;
}

/** Removes the type from the words for `kubectl get`: our command lists only pods. */
function withoutType(
  argv: readonly string[],
  { alias: { name }, flags, isUnfinished = false }: OfPods,
): readonly string[] {
  const parts = [...scanArgv(flags, argv)];
  const names = parts.flatMap((part) => (part.kind === 'name' ? [part] : []));
  const [first] = names;
  const isTyped = first?.text.includes('/') === false;
  if (isTyped && isPod(first.text)) return argv.toSpliced(first.index, 1);
  const hasFile = parts.some((part) => part.kind === 'flag' && part.flag.name === 'filename');
  const hasPods = names.length === 0 ? hasFile || isUnfinished : names.every(({ text }) => isPod(text));
  if (!isTyped && hasPods) return argv;
  throw new CliError(
    'usage',
    `the alias "${name}" stands for kubectl get, but this program only lists pods`,
    {
      hint: commandText`kubectl-debug ${name} pods [NAME...], or kubectl ${name} for other types`,
    },
  );
}

/** Whether a word such as `pods` or `pod/web-1` names pods. */
function isPod(text: string): boolean {
  return findTargetType(text.split('/', 1)[0] ?? '') === 'pod';
}
