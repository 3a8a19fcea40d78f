import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, sep } from 'node:path';

/** What the search for a program depends on. */
interface ProgramPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/**
 * Finds a program by its name in PATH or by an absolute path; undefined if there is none. Skips empty and relative
 * entries of PATH: they lead to the working directory, whose owner could plant a program there. Go does the same,
 * see https://go.dev/blog/path-security.
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

/** Windows ignores the case of variable names, but a copy of `process.env` does not. */
function pathOf(env: ProgramPlaces['env'], platform: NodeJS.Platform): string | undefined {
  if (platform !== 'win32') return env['PATH'];
  return env[Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'];
}

/** A name with an extension of PATHEXT is tried unchanged first. */
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
        return false; // missing, or not executable
      }
    });
}
