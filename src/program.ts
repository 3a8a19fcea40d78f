import type { Command, NamedSummary } from './commands/command.ts';
import { connectionWords, withImageHint } from './commands/shared/command-hint.ts';
import { COMMANDS, DEFAULT_COMMAND } from './commands/command-table.ts';
import { loadCommand } from './commands/load-command.ts';
import {
  findProgramWord,
  PROGRAM_WORDS,
  readHelpRequest,
  refuseBesideWord,
  withFlagOf,
  type ProgramWord,
} from './commands/program-words.ts';
import { CliError, isCliError } from './errors/cli-error.ts';
import { EXIT } from './errors/exit-codes.ts';
import { shellLine } from './errors/shell-word.ts';
import { suggestWord } from './errors/suggest.ts';
import type { CommandInput, Flag } from './flags/flag.ts';
import { GLOBAL_FLAGS, PROGRAM_FLAGS } from './flags/tables/global-flags.ts';
import { findCommand, findFirstName, parseCommandLine } from './flags/parse-command-line.ts';
import type { Io } from './io.ts';
import { explainDefaults } from './config/apply/describe-origin.ts';
import { loadConfig } from './config/load-config.ts';
import { loadKuberc } from './kuberc/load-kuberc.ts';
import { asCalled } from './output/say/as-called.ts';
import { canAsk } from './output/ask/choose.ts';
import { renderError } from './output/say/print-error.ts';
import { makeWaits } from './output/say/waits.ts';
import { VERSION } from './version.ts';

/** The name by which the program was called: kubectl runs `kubectl-dbg` for `kubectl dbg`. */
export type ProgramName = 'kubectl-debug' | 'kubectl dbg';

/** From this level of `-v` on, an error is printed with its stack. */
const STACK_LEVEL = 8;

/** Who calls the program. */
interface Caller {
  readonly programName: ProgramName;
  /** Called with the command that the line runs, once the aliases of the kuberc are applied. */
  readonly onCommand: (command: Command) => void;
}

/** A command line whose command is known, but not its flags. */
interface ResolvedLine {
  /** What the command may touch. */
  readonly io: Io;
  readonly command: Command;
  /** Whether the name of the command, or an alias of it, was typed. */
  readonly isNamed: boolean;
  /** The aliases of the user. */
  readonly aliases: readonly NamedSummary[];
  /** The line without the name of the command, with what a kuberc adds. Throws `kuberc` and `usage`. */
  readonly expand: () => readonly string[];
}

interface ParsedLine extends Pick<ResolvedLine, 'command' | 'isNamed' | 'aliases'> {
  readonly programName: ProgramName;
  readonly input: CommandInput;
  /** `help` or `version`, if it was typed as a word instead of a flag. */
  readonly programWord: ProgramWord | undefined;
}

/**
 * Runs one command line and returns the exit code. Never rejects: an error is printed on stderr, and the command's entry in
 * the table of commands sets its exit code. Without arguments, asks for a pod if there is a terminal.
 */
export async function runProgram(
  io: Io,
  argv: readonly string[],
  { programName, onCommand }: Caller = { programName: 'kubectl-debug', onCommand: () => undefined },
): Promise<number> {
  if (argv.length === 0 && !canAsk(io)) {
    io.stderr.write(renderUsage(programName));
    return EXIT.failure;
  }
  const { argv: typed, programWord } = wordAsFlag(argv);
  let line = typedLine(withMore(io, { calledAs: { programName, connection: [], identity: [] } }), typed);
  let input: CommandInput | undefined;
  try {
    line = await withPreferences(line, typed);
    onCommand(line.command);
    input = await withConfig(line, parseCommandLine(withCommonFlags(line.command.flags), line.expand()));
    line = { ...line, io: withMore(line.io, knownOf(line, { programName, input })) };
    return await runCall(line.io, { programName, ...line, input, programWord });
  } catch (error) {
    const stack = (input?.flags.integer('v') ?? 0) >= STACK_LEVEL;
    const hinted = withHints(error, { ...line, programName, input, typed });
    io.stderr.write(asCalled(renderError(hinted, { stack }), line.io));
    return line.command.exitCodeOf(isCliError(error) ? error.kind : undefined);
  }
}

/** An error with what the command line adds to its hint. */
function withHints(
  error: unknown,
  line: Pick<ParsedLine, 'command' | 'isNamed' | 'programName'> & {
    readonly input: CommandInput | undefined;
    readonly typed: readonly string[];
  },
): unknown {
  const { command, isNamed, programName, input, typed } = line;
  const help = isNamed
    ? `${programName} ${command.name} --help`
    : `${programName} --help; put the command to run, and its flags, after --`;
  const words = isNamed ? [command.name] : [];
  const explained =
    input === undefined
      ? error
      : withImageHint(explainDefaults(error, command.flags, input.flags), words, input);
  return hintAtHelp(hintAtHabit(isNamed ? explained : hintAtCommand(explained, typed), command), help);
}

/** The same line with `help` or `version` replaced by the flag of that name. */
function wordAsFlag(argv: readonly string[]): {
  readonly argv: readonly string[];
  readonly programWord: ProgramWord | undefined;
} {
  const first = findFirstName(flagsOfAll(), argv);
  const programWord = findProgramWord(first?.text);
  return {
    programWord,
    argv: programWord === undefined ? argv : withFlagOf(programWord, argv, first?.index ?? 0),
  };
}

/** What the command line adds to the Io of a command. A completion must print nothing while a shell waits for it. */
function knownOf(
  { io, command }: ResolvedLine,
  { programName, input }: { readonly programName: ProgramName; readonly input: CommandInput },
): Partial<Io> {
  const calledAs = { programName, ...connectionWords(input.flags) };
  const canBeQuiet = command.flags.some(({ name }) => name === 'quiet');
  const isQuiet = command.name === 'completion' || (canBeQuiet && input.flags.boolean('quiet'));
  return isQuiet ? { calledAs } : { calledAs, waits: makeWaits(withMore(io, { calledAs })) };
}

function withMore(io: Io, more: Partial<Io>): Io {
  // Copies the getters: reading their values would open streams that are opened on first use.
  const properties = { ...Object.getOwnPropertyDescriptors(io), ...Object.getOwnPropertyDescriptors(more) };
  return Object.defineProperties({}, properties) as Io;
}

function typedLine(io: Io, argv: readonly string[]): ResolvedLine {
  const named = findNamed(argv);
  const isNamed = named.command !== undefined;
  return { io, command: named.command ?? DEFAULT_COMMAND, isNamed, aliases: [], expand: () => named.argv };
}

/** Applies the aliases, defaults and policy of the kuberc. Throws `kuberc` and `usage`. */
async function withPreferences(line: ResolvedLine, argv: readonly string[]): Promise<ResolvedLine> {
  // `completion` applies the kuberc to the line that it completes.
  if (line.command.name === 'completion') return line;
  const typed = { argv, commands: COMMANDS, fallback: DEFAULT_COMMAND, globalFlags: GLOBAL_FLAGS };
  return (await loadKuberc(line.io, typed, flagsOfAll())) ?? line;
}

/** Applies the config files, the environment and presets. Throws `config`, `usage` and `kubeconfig`. */
async function withConfig({ io, command }: ResolvedLine, input: CommandInput): Promise<CommandInput> {
  const { flags } = input;
  const asksForHelp = readHelpRequest(flags.string('help')) !== undefined;
  if (command.name === 'completion' || asksForHelp || flags.boolean('version')) return input;
  return loadConfig(io, { command, commands: COMMANDS, flags: withCommonFlags(command.flags), input });
}

function findNamed(argv: readonly string[]): ReturnType<typeof findCommand<Command>> {
  return findCommand(COMMANDS, flagsOfAll(), argv);
}

function flagsOfAll(): readonly Flag[] {
  return withCommonFlags(COMMANDS.flatMap((command) => command.flags));
}

function withCommonFlags(flags: readonly Flag[]): readonly Flag[] {
  return [...flags, ...GLOBAL_FLAGS, ...PROGRAM_FLAGS];
}

async function runCall(io: Io, line: ParsedLine): Promise<number> {
  const { command, input, programWord } = line;
  if (programWord !== undefined) refuseBesideWord(programWord, input, DEFAULT_COMMAND.flags);
  const wish = readHelpRequest(input.flags.string('help'));
  if (wish !== undefined) {
    const { showHelp } = await import('./commands/help/help.ts');
    return showHelp(io, {
      ...line,
      wish,
      isWord: programWord !== undefined,
      topics: programWord === undefined ? [] : input.names,
    });
  }
  if (input.flags.boolean('version')) {
    io.stdout.write(`kubectl-debug ${VERSION}\n`);
    return EXIT.ok;
  }
  const { run } = await loadCommand(command.name);
  return run(io, input);
}

function renderUsage(programName: ProgramName): string {
  const calls = COMMANDS.map((command) => `  ${programName} ${command.usage}\n`);
  return `Usage:\n${calls.join('')}hint: ${programName} --help\n`;
}

function nearCommand(word: string): string | undefined {
  return suggestWord(
    word,
    [...COMMANDS, ...PROGRAM_WORDS].map(({ name }) => name),
  );
}

/** Adds a hint if the name of a command was mistyped: it was then taken for a pod, or its flags were unknown. */
function hintAtCommand(error: unknown, argv: readonly string[]): unknown {
  const first = findFirstName(flagsOfAll(), argv);
  if (first === undefined || !isCliError(error) || !mayBeAbout(error, first.text)) return error;
  if (first.text === 'port-forward') return hintAtForward(error, argv.toSpliced(first.index, 1, 'forward'));
  const near = nearCommand(first.text);
  if (near === undefined || !takes(near, argv.toSpliced(first.index, 1))) return error;
  const before =
    error.hint?.startsWith('did you mean') === true ? `${error.hint} Or the command: ` : 'did you mean ';
  return new CliError(error.kind, error.message, { hint: `${before}kubectl-debug ${near}?`, cause: error });
}

/** The same line, with our word for what kubectl calls port-forward. */
function hintAtForward(error: CliError, argv: readonly string[]): CliError {
  const hint = `here it is called forward: kubectl-debug ${shellLine(argv)}`;
  return new CliError(error.kind, error.message, { hint, cause: error });
}

/** Whether a command accepts the rest of the line; if not, it was hardly meant. */
function takes(name: string, argv: readonly string[]): boolean {
  const { flags } = COMMANDS.find((command) => command.name === name) ?? DEFAULT_COMMAND;
  try {
    parseCommandLine(withCommonFlags(flags), argv);
    return true;
  } catch (error) {
    if (!isCliError(error)) throw error;
    return false;
  }
}

function mayBeAbout({ kind, message }: CliError, word: string): boolean {
  if (kind === 'not-found') return message.includes(`"${word}"`);
  return kind === 'usage' && /^unknown (?:shorthand )?flag/.test(message);
}

/** Names what replaces a letter of another tool. */
function hintAtHabit(error: unknown, { habits = {} }: Command): unknown {
  if (!isCliError(error) || error.kind !== 'usage' || error.hint !== undefined) return error;
  const [, letter = ''] =
    /^(?:unknown shorthand flag|flag needs an argument): '(.)' in -/.exec(error.message) ?? [];
  const hint = habits[letter];
  return hint === undefined ? error : new CliError(error.kind, error.message, { hint, cause: error });
}

function hintAtHelp(error: unknown, help: string): unknown {
  if (!isCliError(error) || error.kind !== 'usage' || error.hint !== undefined) return error;
  return new CliError(error.kind, error.message, { hint: help, cause: error });
}
