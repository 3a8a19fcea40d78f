import { basename } from 'node:path';
import type { Command } from './commands/command.ts';
import { CliError } from './errors/cli-error.ts';
import { EXIT } from './errors/exit-codes.ts';
import { renderError } from './output/say/print-error.ts';
import { openProcessIo } from './process-io.ts';
import { runProgram } from './program.ts';

/** The files that kubectl runs for `kubectl dbg`, and to complete it. */
const PLUGIN = /^kubectl(?:_complete)?-dbg$/;

/** Sets the exit code. A reader that goes away (`| head`) needs no message. */
function onOutputError(error: NodeJS.ErrnoException, command: Command | undefined): void {
  if (error.code === 'EPIPE') {
    process.exitCode = EXIT.brokenPipe;
    return;
  }
  process.exitCode = command?.exitCodeOf('output-failed') ?? EXIT.failure;
  const failure = new CliError('output-failed', `cannot write to stdout: ${error.message}`, { cause: error });
  process.stderr.write(renderError(failure, { stack: false }));
}

async function main(): Promise<void> {
  const { io, restoreTerminal, release } = openProcessIo(process);
  let command: Command | undefined;
  // Unhandled rejections come here too. Exit: what still runs may never end.
  process.on('uncaughtException', (error) => {
    restoreTerminal();
    process.stderr.write(renderError(error, { stack: false }));
    release();
    process.exit(EXIT.failure);
  });
  process.stdout.once('error', (error: NodeJS.ErrnoException) => {
    process.stdout.on('error', () => undefined); // report only the first error
    onOutputError(error, command);
  });
  // There is no stream left to report this on.
  process.stderr.on('error', () => undefined);
  const exitCode = await runProgram(io, process.argv.slice(2), {
    programName: PLUGIN.test(basename(process.argv[1] ?? '', '.js')) ? 'kubectl dbg' : 'kubectl-debug',
    onCommand: (resolved) => (command = resolved),
  });
  process.exitCode ??= exitCode;
  release();
}

void main();
