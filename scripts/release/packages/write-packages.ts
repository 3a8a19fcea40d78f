import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processorOf } from '../platforms.ts';
import type { Release } from '../release.ts';
import { runNpm } from '../run-npm.ts';
import { sha256 } from '../sha256.ts';
import { packageFiles } from './package-files.ts';

/** What of package.json is used here. */
interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly license: string;
}

/** Where the release is written, and what it is made of. */
export interface PackagesToWrite {
  readonly folder: string;
  readonly release: Release;
  readonly manifest: Manifest;
}

/**
 * Writes what people install a release with, beside its archives: the package of npm, on Linux the image, and the files for
 * package managers. Expects the bundles in dist/. At last it writes SHA256SUMS of all that is in the folder.
 */
export function writePackages({ folder, release, manifest }: PackagesToWrite): void {
  const file = packForNpm(folder);
  const npm = { file, sha256: sha256(readFileSync(join(folder, file))) };
  if (process.platform === 'linux') makeImage(folder, release);
  const texts = packageFiles({ release, npm, programs: manifest.bin, license: manifest.license });
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const sums = readdirSync(folder)
    .toSorted()
    .map((name) => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  const others = [file, ...Object.keys(texts), 'SHA256SUMS'];
  for (const name of others) process.stdout.write(`${join(folder, name)}\n`);
}

/** Without scripts: they would build dist/ again. */
function packForNpm(folder: string): string {
  const args = ['pack', '--json', '--ignore-scripts', `--pack-destination=${folder}`];
  const [pack] = JSON.parse(runNpm(args)) as readonly {
    readonly filename: string;
  }[];
  if (pack === undefined) throw new Error('npm has packed nothing');
  return pack.filename;
}

/** The image for the machine that makes the release; `image.txt` has the digest by which a cluster can name it. */
function makeImage(folder: string, { version }: Release): void {
  const machine = processorOf(process.arch);
  const file = `kubectl-debug_v${version}_image_linux_${machine}.tar`;
  const args = ['build/image.cjs', `--output=${join(folder, file)}`];
  const [output = '', named = ''] = execFileSync(process.execPath, args, { encoding: 'utf8' }).split('\n');
  const digest = named.slice(named.indexOf('@') + 1);
  writeFileSync(join(folder, 'image.txt'), `${digest}  linux/${machine}  ${file}\n`);
  process.stdout.write(`${output} ${digest}\n`);
}
