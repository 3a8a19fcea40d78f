import type { Command, NamedSummary } from './commands/command.ts';
import { connectionWords } from './commands/shared/command-hint.ts';
import { COMMANDS, DEFAULT_COMMAND } from './commands/command-table.ts';
import { loadCommand } from './commands/load-command.ts';
import {
  findProgramWord,
  PROGRAM_WORDS,
  refuseBesideWord,
  withFlagOf,
  type ProgramWord,
} from './commands/program-words.ts';
import { CliError, isCliError } from './errors/cli-error.ts';
import { EXIT } from './errors/exit-codes.ts';
import { suggestWord } from './errors/suggest.ts';
import type { CommandInput, Flag } from './flags/flag.ts';
import { GLOBAL_FLAGS, PROGRAM_FLAGS } from './flags/tables/global-flags.ts';
import { findCommand, findFirstName, parseCommandLine } from './flags/parse-command-line.ts';
import type { Io } from './io.ts';
import { loadKuberc } from './kuberc/load-kuberc.ts';
import { asCalled } from './output/say/as-called.ts';
import { canAsk } from './output/ask/choose.ts';
import { renderError } from './output/say/print-error.ts';
import { makeWaits } from './output/say/waits.ts';
import { VERSION } from './version.ts';

/** How the program was called, for help texts: kubectl runs `kubectl-dbg` as `kubectl dbg`. */
export type ProgramName = 'kubectl-debug' | 'kubectl dbg';

/** `-v` from which on an error shows where it came from. */
const STACK_LEVEL = 8;
const DEFAULT_WIDTH = 80;

/** A command line, parsed. */
interface Call {
  readonly programName: ProgramName;
  readonly command: Command;
  /** Whether the command's name, or an alias of it, was typed. */
  readonly isNamed: boolean;
  readonly aliases: readonly NamedSummary[];
  readonly input: CommandInput;
  /** `help` or `version`, where the word was typed for the flag of that name. */
  readonly word: ProgramWord | undefined;
}

/**
 * Runs one command line and returns the exit code; an empty one asks on a terminal which pod is meant. Never rejects: what a command throws is shown on stderr,
 * and the command's own table says which code it becomes.
 */
export async function runProgram(
  io: Io,
  argv: readonly string[],
  programName: ProgramName = 'kubectl-debug',
): Promise<number> {
  if (argv.length === 0 && !canAsk(io)) {
    io.stderr.write(renderUsage(programName));
    return EXIT.failure;
  }
  const { words, word } = wordsAsFlags(argv);
  let line = typedLine(withMore(io, { calledAs: { programName, connection: [], identity: [] } }), words);
  let input: CommandInput | undefined;
  try {
    line = await withPreferences(line, words);
    input = parseCommandLine([...line.command.flags, ...GLOBAL_FLAGS, ...PROGRAM_FLAGS], line.expand());
    line = { ...line, io: withMore(line.io, knownOf(line, { programName, input })) };
    return await carryOut(line.io, { programName, ...line, input, word });
  } catch (error) {
    const { command, isNamed } = line;
    const help = isNamed
      ? `${programName} ${command.name} --help`
      : `${programName} --help; the command to run, with its flags, goes after --`;
    const stack = (input?.flags.integer('v') ?? 0) >= STACK_LEVEL;
    const hinted = hintAtHelp(isNamed ? error : hintAtCommand(error, words), help);
    io.stderr.write(asCalled(renderError(hinted, { stack }), line.io));
    return command.exitCodeOf(isCliError(error) ? error.kind : undefined);
  }
}

/** The exit code of a command whose answer could not be written. */
export function exitCodeOfFailedOutput(argv: readonly string[]): number {
  const { command = DEFAULT_COMMAND } = findNamed(argv);
  return command.exitCodeOf('output-failed');
}

/** A command line, taken apart as far as its command. */
interface Line {
  /** What the command may touch. */
  readonly io: Io;
  readonly command: Command;
  readonly isNamed: boolean;
  /** Words of the user's own. */
  readonly aliases: readonly NamedSummary[];
  /** The line without the command's name; throws what a kuberc makes of it. */
  readonly expand: () => readonly string[];
}

/** The same line with the flag where its word was typed. */
function wordsAsFlags(argv: readonly string[]): {
  readonly words: readonly string[];
  readonly word: ProgramWord | undefined;
} {
  const first = findFirstName(flagsOfAll(), argv);
  const word = findProgramWord(first?.text);
  return { word, words: word === undefined ? argv : withFlagOf(word, argv, first?.index ?? 0) };
}

/** What a command may touch once the command line is read; a completion is asked for by a shell that waits. */
function knownOf(
  { io, command }: Line,
  { programName, input }: { readonly programName: ProgramName; readonly input: CommandInput },
): Partial<Io> {
  const calledAs = { programName, ...connectionWords(input.flags) };
  const canBeQuiet = command.flags.some(({ name }) => name === 'quiet');
  const isQuiet = command.name === 'completion' || (canBeQuiet && input.flags.boolean('quiet'));
  return isQuiet ? { calledAs } : { calledAs, waits: makeWaits(withMore(io, { calledAs })) };
}

function withMore(io: Io, more: Partial<Io>): Io {
  // Its streams are opened when they are first asked for, which a copy of their values would do.
  const properties = { ...Object.getOwnPropertyDescriptors(io), ...Object.getOwnPropertyDescriptors(more) };
  return Object.defineProperties({}, properties) as Io;
}

function typedLine(io: Io, argv: readonly string[]): Line {
  const named = findNamed(argv);
  const isNamed = named.command !== undefined;
  return { io, command: named.command ?? DEFAULT_COMMAND, isNamed, aliases: [], expand: () => named.argv };
}

/** The same with the aliases, defaults and policy of the user's kuberc. Throws `kuberc` and `usage`. */
async function withPreferences(line: Line, argv: readonly string[]): Promise<Line> {
  // It applies those of the line that it completes.
  if (line.command.name === 'completion') return line;
  const typed = { argv, commands: COMMANDS, fallback: DEFAULT_COMMAND, globalFlags: GLOBAL_FLAGS };
  return (await loadKuberc(line.io, typed, flagsOfAll())) ?? line;
}

function findNamed(argv: readonly string[]): ReturnType<typeof findCommand<Command>> {
  return findCommand(COMMANDS, flagsOfAll(), argv);
}

function flagsOfAll(): readonly Flag[] {
  return [...COMMANDS.flatMap((command) => command.flags), ...GLOBAL_FLAGS, ...PROGRAM_FLAGS];
}

async function carryOut(io: Io, call: Call): Promise<number> {
  if (call.word !== undefined) refuseBesideWord(call.word, call.input, DEFAULT_COMMAND.flags);
  if (call.input.flags.boolean('help')) {
    refuseUnknownTopic(call);
    io.stdout.write(await renderHelp(io, call));
    return EXIT.ok;
  }
  if (call.input.flags.boolean('version')) {
    io.stdout.write(`kubectl-debug ${VERSION}\n`);
    return EXIT.ok;
  }
  const { run } = await loadCommand(call.command.name);
  return run(io, call.input);
}

async function renderHelp(io: Io, { programName, command, isNamed, aliases }: Call): Promise<string> {
  const { renderCommandHelp, renderProgramHelp } = await import('./commands/help.ts');
  const context = { programName, width: io.terminal.size()?.columns ?? DEFAULT_WIDTH };
  return isNamed
    ? renderCommandHelp(command, context)
    : renderProgramHelp(command, [...COMMANDS, ...PROGRAM_WORDS, ...aliases], context);
}

function renderUsage(programName: ProgramName): string {
  const calls = COMMANDS.map((command) => `  ${programName} ${command.usage}\n`);
  return `Usage:\n${calls.join('')}hint: ${programName} --help\n`;
}

/** Throws `usage` for `help` on something that is no command. */
function refuseUnknownTopic({ word, isNamed, input }: Call): void {
  const [topic] = input.names;
  if (word === undefined || isNamed || topic === undefined || findProgramWord(topic) !== undefined) return;
  const near = nearCommand(topic);
  throw new CliError('usage', `there is no command "${topic}" to explain`, {
    hint:
      near === undefined ? 'all commands: kubectl-debug help' : `did you mean kubectl-debug help ${near}?`,
  });
}

function nearCommand(word: string): string | undefined {
  return suggestWord(
    word,
    [...COMMANDS, ...PROGRAM_WORDS].map(({ name }) => name),
  );
}

/** A command that was mistyped is looked for as a pod, or does not take its flags. */
function hintAtCommand(error: unknown, argv: readonly string[]): unknown {
  const first = findFirstName(flagsOfAll(), argv);
  if (first === undefined || !isCliError(error) || !mayBeAbout(error, first.text)) return error;
  const near = nearCommand(first.text);
  if (near === undefined || !takes(near, argv.toSpliced(first.index, 1))) return error;
  const before =
    error.hint?.startsWith('did you mean') === true ? `${error.hint} Or the command: ` : 'did you mean ';
  return new CliError(error.kind, error.message, { hint: `${before}kubectl-debug ${near}?`, cause: error });
}

/** Whether a command understands the rest of the line: one that does not was hardly meant. */
function takes(name: string, argv: readonly string[]): boolean {
  const { flags } = COMMANDS.find((command) => command.name === name) ?? DEFAULT_COMMAND;
  try {
    parseCommandLine([...flags, ...GLOBAL_FLAGS, ...PROGRAM_FLAGS], argv);
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

function hintAtHelp(error: unknown, help: string): unknown {
  if (!isCliError(error) || error.kind !== 'usage' || error.hint !== undefined) return error;
  return new CliError(error.kind, error.message, { hint: help, cause: error });
}
