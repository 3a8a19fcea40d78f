// `npm run release`: makes the executables, their archives and what goes with them. `--help` lists the flags.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import program from '../../package.json' with { type: 'json' };
import { archiveContents, type ArchiveParts } from './archive-contents.ts';
import { makeTarball } from './make-tarball.ts';
import { makeZip } from './make-zip.ts';
import { fetchRuntime } from './fetch-runtime.ts';
import { makeExecutable } from './make-executable.ts';
import { repositoryUrl } from './packages/repository-url.ts';
import { writePackages } from './packages/write-packages.ts';
import { nameOf, PLATFORMS, platformOf, type Platform } from './platforms.ts';
import type { ReleaseArchive } from './release.ts';
import { sha256 } from './sha256.ts';

const HELP = `usage: npm run release -- [--only=PLATFORM]... [--runtime=FILE] [--executables] [--output=DIR]

Makes executables that need no Node.js, an archive of each, the package of npm, the image, the files
for package managers, and the checksums of all.

  --only=PLATFORM   ${PLATFORMS.map(nameOf).join(', ')}; all of them if not given
  --runtime=FILE    a Bun for that platform in place of the published one, for example with another JavaScriptCore
  --executables     only the executables, in build/executables
  --output=DIR      where all else goes, which is emptied first; release/ if not given

SOURCE_DATE_EPOCH, seconds since 1970, is the date of the files in archives; 1980 if it is not set or earlier.
`;

const FLAGS = {
  only: { type: 'string', multiple: true },
  runtime: { type: 'string' },
  executables: { type: 'boolean', default: false },
  output: { type: 'string', default: 'release' },
  help: { type: 'boolean' },
} as const;

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

/** The date of the files in archives, in seconds since 1970. */
function dateOfFiles(): number {
  const { SOURCE_DATE_EPOCH: date = '0' } = process.env;
  if (!/^\d+$/.test(date)) throw new Error(`SOURCE_DATE_EPOCH is no number of seconds: ${date}`);
  return Math.max(Number(date), FIRST_DATE);
}

function makeArchive(output: string, parts: ArchiveParts): ReleaseArchive {
  const { os, arch, libc } = parts.platform;
  const isZip = os === 'windows';
  const file = `kubectl-debug_v${program.version}_${nameOf(parts.platform)}.${isZip ? 'zip' : 'tar.gz'}`;
  const mtime = dateOfFiles();
  const files = archiveContents(parts);
  const bytes = isZip ? makeZip(files, mtime) : makeTarball(files, mtime);
  writeFileSync(join(output, file), bytes);
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
  dateOfFiles(); // a wrong one is refused at once
  const made = makeExecutables(platforms, flags.runtime);
  if (!flags.executables) makeRelease(made, flags);
}

function makeExecutables(
  platforms: readonly Platform[],
  runtime: string | undefined,
): readonly ArchiveParts[] {
  const compiler = compilerHere();
  return platforms.map((platform) => {
    const folder = join('build/executables', nameOf(platform));
    const parts = { platform, runtime: runtime ?? fetchRuntime(platform), compiler, folder };
    const executable = makeExecutable(parts);
    process.stdout.write(`${executable}\n`);
    return { platform, executable, runtime: runtime === undefined ? undefined : readFileSync(runtime) };
  });
}

function makeRelease(made: readonly ArchiveParts[], { output }: { readonly output: string }): void {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const archives = made.map((parts) => {
    const archive = makeArchive(output, parts);
    process.stdout.write(`${join(output, archive.file)} ${(archive.bytes / 2 ** 20).toFixed(1)} MiB\n`);
    return archive;
  });
  const release = { version: program.version, repository: repositoryUrl(program.repository), archives };
  writePackages({ folder: output, release, manifest: program });
  if (made.length < PLATFORMS.length)
    process.stderr.write(
      'Warning: not all platforms were made, so the files for krew and Homebrew are not fit to publish\n',
    );
}

try {
  main();
} catch (error) {
  process.stderr.write(
    `error: cannot make the release: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
}
