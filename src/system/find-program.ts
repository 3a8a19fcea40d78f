import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, sep } from 'node:path';

/** Where a program may be. */
export interface ProgramPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/**
 * The absolute path of a program that a user's PATH or an absolute path names, or undefined. Entries of PATH that are empty or
 * relative are left out, as they name the folder that the user happens to work in: whoever owns that one would have their program
 * run. Go refuses such programs for the same reason, see https://go.dev/blog/path-security.
 */
export function findProgram(name: string, { env, platform }: ProgramPlaces): string | undefined {
  const endings = platform === 'win32' ? endingsOf(name, env) : [''];
  if (name.includes(sep) || (platform === 'win32' && name.includes('/'))) {
    return isAbsolute(name) ? firstProgram([name], endings) : undefined;
  }
  const folders = (pathOf(env, platform) ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return firstProgram(
    folders.map((folder) => join(folder, name)),
    endings,
  );
}

/** Windows tells variables apart without regard to case, but only in the environment of the process itself. */
function pathOf(env: ProgramPlaces['env'], platform: NodeJS.Platform): string | undefined {
  if (platform !== 'win32') return env['PATH'];
  return env[Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'];
}

/** A name that has one of the endings of programs is looked for as it is first. */
function endingsOf(name: string, env: ProgramPlaces['env']): readonly string[] {
  const known = (env['PATHEXT'] || '.COM;.EXE;.BAT;.CMD').split(';').filter((ending) => ending !== '');
  const isWhole = known.some((ending) => name.toUpperCase().endsWith(ending.toUpperCase()));
  return isWhole ? ['', ...known] : known;
}

function firstProgram(paths: readonly string[], endings: readonly string[]): string | undefined {
  return paths
    .flatMap((path) => endings.map((ending) => path + ending))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return statSync(path).isFile();
      } catch {
        return false; // not there, or not to be run
      }
    });
}
