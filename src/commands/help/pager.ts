import { once } from 'node:events';
import type { Io } from '../../io.ts';
import { findProgram } from '../../system/find-program.ts';

/** What a shell answers if it does not find a program, or cannot run it. */
const NOT_STARTED = [126, 127];

/** The command line of the pager that the user wants; undefined for none. */
export function wantedPager({ env, terminal }: Pick<Io, 'env' | 'terminal'>): string | undefined {
  if (!terminal.hasOutput || env['TERM'] === 'dumb') return undefined;
  const pager = (env['KUBECTL_DEBUG_PAGER'] ?? env['PAGER'] ?? 'less').trim();
  return pager === '' || pager === 'cat' ? undefined : pager;
}

/**
 * Shows a text in the pager, as git does: `$KUBECTL_DEBUG_PAGER`, else `$PAGER`, else less. Without a terminal, or a pager
 * that can be started, prints it. A reader who leaves early has seen enough.
 */
export async function showPages(io: Io, text: string): Promise<void> {
  const pager = wantedPager(io);
  if (pager === undefined || !(await page(io, pager, text))) io.stdout.write(text);
}

/**
 * The program of a pager, and whether a shell has to read the command line; undefined if the program does not exist. A bare
 * name is looked up as others are, never in the working directory. On Windows the program must exist in any case:
 * its shell does not tell that it found none, and runs batch files.
 */
export function startOfPager(
  pager: string,
  io: Pick<Io, 'env' | 'platform'>,
): { readonly command: string; readonly shell: boolean } | undefined {
  const isWindows = io.platform === 'win32';
  if (!isWindows && /[^\w./-]/.test(pager)) return { command: pager, shell: true };
  const [first = ''] = /^(?:"[^"]*"|\S+)/.exec(pager) ?? [];
  const name = first.replaceAll('"', '');
  // A path is meant as it was typed.
  const program = /[\\/]/.test(name) ? name : findProgram(name, io);
  if (program === undefined) return undefined;
  const needsShell = isWindows && (first !== pager || !/\.(?:exe|com)$/i.test(program));
  if (!needsShell) return { command: program, shell: false };
  return { command: `"${program}"${pager.slice(first.length)}`, shell: true };
}

/** Returns whether the pager could be started. */
async function page(io: Io, pager: string, text: string): Promise<boolean> {
  const start = startOfPager(pager, io);
  if (start === undefined) return false;
  const { spawn } = await import('node:child_process');
  // A Ctrl-C is for the pager, which shares our terminal.
  const stops = (['SIGINT', 'SIGHUP'] as const).map((name) => io.onSignal(name, () => undefined));
  try {
    // Leave at the end of a text that fits, show colours, and leave the text on the screen.
    const env = { LESS: 'FRX', LV: '-c', ...io.env };
    const child = spawn(start.command, { env, shell: start.shell, stdio: ['pipe', 'inherit', 'inherit'] });
    child.stdin.on('error', () => undefined); // it reads no further
    const ended = once(child, 'close') as Promise<[number | null]>;
    child.stdin.end(text);
    const [code] = await ended;
    return !NOT_STARTED.includes(code ?? 0);
  } catch {
    return false; // it could not be started
  } finally {
    stops.forEach((stop) => stop());
  }
}
