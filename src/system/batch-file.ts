import { win32 } from 'node:path';

/** What to start, for `spawn` of node:child_process. */
export interface SpawnedCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** Whether the arguments are one line that must not be quoted again. */
  readonly isVerbatim: boolean;
}

/**
 * The characters with a meaning to cmd.exe, between quotes or outside of them: a caret before a quote ends the quoting. The
 * same set, and the caret twice, as in cross-spawn. See https://github.com/moxystudio/node-cross-spawn
 */
const SPECIAL = /[()\][%!^"`<>&|;, *?]/g;
/** Backslashes have a meaning only in front of a quote, which is also what is put at the end. */
const RUN = /\\+"?|"/g;

/**
 * How to start a program that `findProgram` has found. On Windows a batch file, such as `gcloud.cmd`, runs in cmd.exe, and
 * Node refuses to start one otherwise. Each argument stays one argument, and its text the same. Throws an Error for
 * a line feed or NUL, which cmd.exe cannot be given.
 * See https://learn.microsoft.com/archive/blogs/twistylittlepassagesallalike/everyone-quotes-command-line-arguments-the-wrong-way
 */
export function commandOf(
  program: string,
  args: readonly string[],
  {
    platform,
    env,
  }: { readonly platform: NodeJS.Platform; readonly env: Readonly<Record<string, string | undefined>> },
): SpawnedCommand {
  if (platform !== 'win32' || !/\.(?:cmd|bat)$/i.test(program))
    return { file: program, args, isVerbatim: false };
  if (args.some((arg) => /[\r\n\0]/.test(arg)))
    throw new Error(`${program} is a batch file, which takes no line feeds in its arguments`);
  const line = [program.replace(SPECIAL, '^$&'), ...args.map(quotedTwice)].join(' ');
  return { file: shellOf(env), args: ['/d', '/s', '/c', `"${line}"`], isVerbatim: true };
}

/** Quotes as programs read them, and a caret before each special character: once for this line, once for that of the batch file. */
function quotedTwice(arg: string): string {
  const escaped = arg.replace(RUN, (run, at: number) => {
    const isLast = at + run.length === arg.length;
    if (run.endsWith('"')) return `${run.slice(0, -1).repeat(2)}\\"`;
    return isLast ? run.repeat(2) : run;
  });
  const quoted = `"${escaped}"`;
  return quoted.replace(SPECIAL, '^$&').replace(SPECIAL, '^$&');
}

/** Not the one of ComSpec, unless it is absolute: a relative one would be searched in the working directory. */
function shellOf(env: Readonly<Record<string, string | undefined>>): string {
  const named = env['ComSpec'] ?? env['COMSPEC'] ?? '';
  return win32.isAbsolute(named)
    ? named
    : win32.join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'cmd.exe');
}
