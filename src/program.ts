import type { Command } from './commands/command.ts';
import { COMMANDS, DEFAULT_COMMAND } from './commands/command-table.ts';
import { CliError, isCliError } from './errors/cli-error.ts';
import { EXIT } from './errors/exit-codes.ts';
import type { CommandInput } from './flags/flag.ts';
import { GLOBAL_FLAGS, PROGRAM_FLAGS } from './flags/global-flags.ts';
import { findCommand, parseCommandLine } from './flags/parse-command-line.ts';
import type { Io } from './io.ts';
import { canAsk } from './output/choose.ts';
import { renderError } from './output/print-error.ts';
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
  /** Whether the command's name was typed. */
  readonly isNamed: boolean;
  readonly input: CommandInput;
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
  const named = findNamed(argv);
  const command = named.command ?? DEFAULT_COMMAND;
  const isNamed = named.command !== undefined;
  let input: CommandInput | undefined;
  try {
    input = parseCommandLine([...command.flags, ...GLOBAL_FLAGS, ...PROGRAM_FLAGS], named.argv);
    return await carryOut(io, { programName, command, isNamed, input });
  } catch (error) {
    const help = isNamed
      ? `${programName} ${command.name} --help`
      : `${programName} --help; a command and its flags go behind --`;
    const stack = (input?.flags.integer('v') ?? 0) >= STACK_LEVEL;
    io.stderr.write(renderError(hintAtHelp(error, help), { stack }));
    return command.exitCodeOf(isCliError(error) ? error.kind : undefined);
  }
}

/** The exit code of a command whose answer could not be written. */
export function exitCodeOfFailedOutput(argv: readonly string[]): number {
  const { command = DEFAULT_COMMAND } = findNamed(argv);
  return command.exitCodeOf('output-failed');
}

function findNamed(argv: readonly string[]): ReturnType<typeof findCommand<Command>> {
  const flags = COMMANDS.flatMap((command) => command.flags);
  return findCommand(COMMANDS, [...flags, ...GLOBAL_FLAGS, ...PROGRAM_FLAGS], argv);
}

async function carryOut(io: Io, call: Call): Promise<number> {
  if (call.input.flags.boolean('help')) {
    io.stdout.write(await renderHelp(io, call));
    return EXIT.ok;
  }
  if (call.input.flags.boolean('version')) {
    io.stdout.write(`kubectl-debug ${VERSION}\n`);
    return EXIT.ok;
  }
  const { run } = await call.command.load();
  return run(io, call.input);
}

async function renderHelp(io: Io, { programName, command, isNamed }: Call): Promise<string> {
  const { renderCommandHelp, renderProgramHelp } = await import('./commands/help.ts');
  const context = { programName, width: io.terminal.size()?.columns ?? DEFAULT_WIDTH };
  return isNamed ? renderCommandHelp(command, context) : renderProgramHelp(command, COMMANDS, context);
}

function renderUsage(programName: ProgramName): string {
  const calls = COMMANDS.map((command) => `  ${programName} ${command.usage}\n`);
  return `Usage:\n${calls.join('')}hint: ${programName} --help\n`;
}

function hintAtHelp(error: unknown, help: string): unknown {
  if (!isCliError(error) || error.kind !== 'usage' || error.hint !== undefined) return error;
  return new CliError(error.kind, error.message, { hint: help, cause: error });
}
