import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { OTHER_RUNTIME } from './other-runtime/start-elsewhere.ts';
import { SHARED_BUILD } from './share-build.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** How a program ended and what it printed. */
export interface ProgramResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The package as npm would install it, in its own folder. */
export interface BuiltPackage {
  readonly folder: string;
  readonly program: string;
  /** The words that start it, by the other runtime if there is one. */
  readonly started: readonly [string, ...string[]];
  /** Where the program keeps its code cache. */
  readonly cacheHome: string;
  /** Replaces a bundle with code of the test. */
  readonly replaceBundle: (name: string, code: string) => void;
  readonly removeBundle: (name: string) => void;
  /** Runs the program to its end; its stdin stays open. */
  readonly run: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<ProgramResult>;
  readonly remove: () => void;
}

/** A runtime of an executable starts the bundles as in there; `npm run build` makes that start file. */
function startedBy(folder: string, program: string): BuiltPackage['started'] {
  if (OTHER_RUNTIME === undefined) return [process.execPath, program];
  const start = join(folder, 'dist/start.cjs');
  cpSync(join(ROOT, 'build/single-file.cjs'), start);
  return ['env', 'BUN_BE_BUN=1', OTHER_RUNTIME, start];
}

/** Makes a package of what share-build.ts has built; `remove` it at the end. */
export function buildPackage(): BuiltPackage {
  const shared = process.env[SHARED_BUILD];
  if (shared === undefined || !existsSync(join(shared, 'dist')))
    throw new Error('the program is not built: see esbuild above, and globalSetup in vitest.config.ts');
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-debug-package-'));
  cpSync(join(shared, 'dist'), join(folder, 'dist'), { recursive: true });
  cpSync(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true });
  const program = join(folder, 'bin/kubectl-debug.js');
  const started = startedBy(folder, program);
  const cacheHome = join(folder, 'cache');
  const bundle = (name: string) => join(folder, 'dist', `${name}.cjs`);
  return {
    folder,
    program,
    started,
    cacheHome,
    replaceBundle: (name, code) => writeFileSync(bundle(name), code),
    removeBundle: (name) => rmSync(bundle(name), { force: true }),
    run: async (args, env = {}) => {
      const [file, ...first] = started;
      const child = spawn(file, [...first, ...args], {
        env: { ...process.env, XDG_CACHE_HOME: cacheHome, ...env },
      });
      const output = { stdout: '', stderr: '' };
      child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
      await once(child, 'close');
      return { ...output, exitCode: child.exitCode };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
