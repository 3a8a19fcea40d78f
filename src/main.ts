import { basename } from 'node:path';
import { EXIT } from './errors/exit-codes.ts';
import { renderError } from './output/print-error.ts';
import { openProcessIo } from './process-io.ts';
import { runProgram } from './program.ts';

/** A reader that goes away (`| head`) is no failure to talk about, but the answer did not arrive. */
function onOutputError(error: NodeJS.ErrnoException): void {
  process.exitCode = error.code === 'EPIPE' ? EXIT.brokenPipe : EXIT.failure;
  if (error.code !== 'EPIPE') process.stderr.write(`error: cannot write to stdout: ${error.message}\n`);
}

async function main(): Promise<void> {
  const { io, restoreTerminal, release } = openProcessIo(process);
  // Rejections that nobody handles come here as well. What is left running cannot be trusted to end by itself.
  process.on('uncaughtException', (error) => {
    restoreTerminal();
    process.stderr.write(renderError(error, { stack: false }));
    process.exit(EXIT.failure);
  });
  process.stdout.on('error', onOutputError);
  // Nothing is left to say it on.
  process.stderr.on('error', () => undefined);
  const name = basename(process.argv[1] ?? '') === 'kubectl-dbg' ? 'kubectl dbg' : 'kubectl-debug';
  const exitCode = await runProgram(io, process.argv.slice(2), name);
  process.exitCode ??= exitCode;
  release();
}

void main();
