import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { processorOf } from '../../scripts/release/platforms.ts';

/** As the names of archives have it. */
export const MACHINE = processorOf(process.arch);

/** The folder of the release. That of a maintainer is left alone unless the variable names it. */
export const RELEASE = resolve(process.env['KUBECTL_DEBUG_RELEASE'] ?? 'build/release');

/** The path of the one file of the release whose name ends so. */
export function releaseFile(end: string): string {
  const files = readdirSync(RELEASE).filter((name) => name.endsWith(end));
  if (files.length !== 1) throw new Error(`${RELEASE} has ${files.length} files that end with ${end}`);
  return join(RELEASE, files[0] ?? '');
}

/** The kubectl that the cluster of the tests has built comes before that of the system. */
const PATH = [
  join(process.env['KUBECTL_DEBUG_CACHE'] ?? join(homedir(), '.cache/kubectl-debug'), 'bin'),
  process.env['PATH'] ?? '',
].join(':');

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Folders that come before those of the PATH. */
  readonly paths?: readonly string[];
}

/** Runs a program to its end without settings of npm, and returns its stdout. Throws if it fails. */
export async function run(
  program: string,
  args: readonly string[],
  { env = {}, cwd, paths = [] }: RunOptions = {},
): Promise<string> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_|^KUBE/i.test(name));
  const { stdout } = await promisify(execFile)(program, [...args], {
    env: { ...Object.fromEntries(inherited), ...env, PATH: [...paths, PATH].join(':') },
    ...(cwd !== undefined && { cwd }),
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}
