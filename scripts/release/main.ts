// `npm run release`: makes the executables, their archives and what goes with them. `--help` lists the flags.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import program from '../../package.json' with { type: 'json' };
import { archiveFiles } from './archive-files.ts';
import { makeTarball } from './make-tarball.ts';
import { makeZip } from './make-zip.ts';
import { fetchRuntime } from './fetch-runtime.ts';
import { makeExecutable } from './make-executable.ts';
import { repositoryUrl } from './packages/repository-url.ts';
import { writePackages } from './packages/write-packages.ts';
import { nameOf, PLATFORMS, platformOf, type Platform } from './platforms.ts';
import type { ReleaseArchive } from './release.ts';
import { sha256 } from './sha256.ts';

const HELP = `usage: npm run release -- [--only=PLATFORM]... [--runtime=FILE] [--executables]

Makes executables that need no Node.js, an archive of each, the package of npm, the image, the files
for package managers, and the checksums of all, in release/.

  --only=PLATFORM   ${PLATFORMS.map(nameOf).join(', ')}; all of them if not given
  --runtime=FILE    a Bun for that platform in place of the published one, for example with another JavaScriptCore
  --executables     no archives

SOURCE_DATE_EPOCH, seconds since 1970, is the date of all files; 1980 if not set.
`;

const FLAGS = {
  only: { type: 'string', multiple: true },
  runtime: { type: 'string' },
  executables: { type: 'boolean', default: false },
  help: { type: 'boolean' },
} as const;

const OUTPUT = 'release';
/** 1980 is the first year that a zip archive knows. */
const FIRST_DATE = Date.UTC(1980, 0, 1) / 1000;

function choosePlatforms(names: readonly string[]): readonly Platform[] {
  const unknown = names.find((name) => !PLATFORMS.some((row) => nameOf(row) === name));
  if (unknown !== undefined)
    throw new Error(`there is no platform ${unknown}; use one of ${PLATFORMS.map(nameOf).join(', ')}`);
  return names.length === 0 ? PLATFORMS : PLATFORMS.filter((row) => names.includes(nameOf(row)));
}

function compilerHere(): string {
  const here = platformOf(process);
  if (here === undefined) throw new Error(`there is no compiler for ${process.platform} ${process.arch}`);
  return fetchRuntime(here);
}

function makeArchive(platform: Platform, executable: string): ReleaseArchive {
  const { os, arch, libc } = platform;
  const isZip = os === 'windows';
  const file = `kubectl-debug_v${program.version}_${nameOf(platform)}.${isZip ? 'zip' : 'tar.gz'}`;
  const mtime = Math.max(Number(process.env['SOURCE_DATE_EPOCH'] ?? 0), FIRST_DATE);
  const files = archiveFiles(platform, executable);
  const bytes = isZip ? makeZip(files, mtime) : makeTarball(files, mtime);
  writeFileSync(join(OUTPUT, file), bytes);
  return { file, os, arch, ...(libc && { libc }), sha256: sha256(bytes), bytes: bytes.length };
}

function main(): void {
  const flags = parseArgs({ options: FLAGS }).values;
  if (flags.help) {
    process.stdout.write(HELP);
    return;
  }
  const platforms = choosePlatforms(flags.only ?? []);
  if (flags.runtime !== undefined && platforms.length !== 1)
    throw new Error('--runtime is for one platform: name it with --only');
  const compiler = compilerHere();
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT);
  const archives: ReleaseArchive[] = [];
  for (const platform of platforms) {
    const runtime = flags.runtime ?? fetchRuntime(platform);
    const folder = join('build/executables', nameOf(platform));
    const executable = makeExecutable({ platform, runtime, compiler, folder });
    process.stdout.write(`${executable}\n`);
    if (flags.executables) continue;
    const archive = makeArchive(platform, executable);
    process.stdout.write(`${join(OUTPUT, archive.file)} ${(archive.bytes / 2 ** 20).toFixed(1)} MiB\n`);
    archives.push(archive);
  }
  if (flags.executables) return;
  const release = { version: program.version, repository: repositoryUrl(program.repository), archives };
  writePackages({ folder: OUTPUT, release, manifest: program });
}

try {
  main();
} catch (error) {
  process.stderr.write(
    `error: cannot make the release: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
}
