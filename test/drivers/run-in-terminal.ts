import { spawn, type IPtyForkOptions } from '@lydell/node-pty';
import { until } from './until.ts';

/** Says the exit code, and keeps the terminal until all was read: what is in a terminal that closes may be lost. */
const SCRIPT = '"$@"; printf "<exit=%s>" "$?"; read -r _';
const ENDED = /<exit=(\d+)>$/;

/** Runs a program in a new terminal, and returns all that it shows, with its line ends. */
export async function runInTerminal(
  command: readonly string[],
  options: IPtyForkOptions,
): Promise<{ readonly exitCode: number; readonly shown: string }> {
  const terminal = spawn('/bin/sh', ['-c', SCRIPT, 'sh', ...command], options);
  let shown = '';
  terminal.onData((text) => (shown += text));
  await until(
    () => ENDED.test(shown),
    () => shown,
  );
  terminal.kill();
  return { exitCode: Number(ENDED.exec(shown)?.[1]), shown: shown.replace(ENDED, '') };
}
