import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Platform } from './platforms.ts';
import { stripSignature } from './strip-signature.ts';

/** What the compiler does not do by default, or does and should not. */
const FLAGS = [
  'build',
  '--compile',
  '--bytecode',
  '--format=cjs',
  // The folder from which the program is called must not configure it.
  '--no-compile-autoload-dotenv',
  '--no-compile-autoload-bunfig',
];

interface ExecutableParts {
  readonly platform: Platform;
  /** Path of the runtime that becomes part of the executable. */
  readonly runtime: string;
  /** Path of the runtime of this machine, which compiles. */
  readonly compiler: string;
  /** A folder of its own for what comes in between. */
  readonly folder: string;
}

/**
 * Makes one file of the bundles of dist/, the start file and the runtime, and returns its path. The same parts make the
 * same bytes.
 */
export function makeExecutable({ platform, runtime, compiler, folder }: ExecutableParts): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const bundles = readdirSync('dist').filter((name) => name.endsWith('.cjs'));
  for (const name of bundles) copyFileSync(join('dist', name), join(folder, name));
  copyFileSync('build/single-file.cjs', join(folder, 'start.cjs'));
  const output = platform.os === 'windows' ? 'kubectl-debug.exe' : 'kubectl-debug';
  const args = [
    ...FLAGS,
    `--target=${platform.target}`,
    `--compile-executable-path=${runtime}`,
    'start.cjs',
    `--outfile=${output}`,
  ];
  // Nothing of this machine's environment configures the compiler.
  const { PATH = '', SystemRoot = '' } = process.env;
  execFileSync(compiler, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH, SystemRoot, HOME: folder, TMPDIR: folder, DO_NOT_TRACK: '1' },
  });
  const file = join(folder, output);
  // The compiler signs anew for Apple silicon only. For Intel it leaves the signature of the runtime, which is wrong for the
  // executable; such a processor also runs what is not signed.
  if (platform.os === 'darwin' && platform.arch === 'amd64')
    writeFileSync(file, stripSignature(readFileSync(file)));
  return file;
}
