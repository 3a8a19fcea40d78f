import { basename } from 'node:path';
import { CliError } from './errors/cli-error.ts';
import { EXIT } from './errors/exit-codes.ts';
import { renderError } from './output/say/print-error.ts';
import { openProcessIo } from './process-io.ts';
import { exitCodeOfFailedOutput, runProgram } from './program.ts';

/** Sets the exit code. A reader that goes away (`| head`) needs no message. */
function onOutputError(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') {
    process.exitCode = EXIT.brokenPipe;
    return;
  }
  process.exitCode = exitCodeOfFailedOutput(process.argv.slice(2));
  const failure = new CliError('output-failed', `cannot write to stdout: ${error.message}`, { cause: error });
  process.stderr.write(renderError(failure, { stack: false }));
}

async function main(): Promise<void> {
  const { io, restoreTerminal, release } = openProcessIo(process);
  // Unhandled rejections come here too. Exit: what still runs may never end.
  process.on('uncaughtException', (error) => {
    restoreTerminal();
    process.stderr.write(renderError(error, { stack: false }));
    release();
    process.exit(EXIT.failure);
  });
  process.stdout.once('error', (error: NodeJS.ErrnoException) => {
    process.stdout.on('error', () => undefined); // report only the first error
    onOutputError(error);
  });
  // There is no stream left to report this on.
  process.stderr.on('error', () => undefined);
  const name = basename(process.argv[1] ?? '') === 'kubectl-dbg' ? 'kubectl dbg' : 'kubectl-debug';
  const exitCode = await runProgram(io, process.argv.slice(2), name);
  process.exitCode ??= exitCode;
  release();
}

void main();
