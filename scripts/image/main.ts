// `npm run image`: makes an image of the program, without Docker. `--help` lists the flags.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import program from '../../package.json' with { type: 'json' };
import { repositoryUrl } from '../release/packages/repository-url.ts';
import { findLibraries, type ReadFile } from './find-libraries.ts';
import { findLicences } from './find-licences.ts';
import type { ImageFile } from './image-file.ts';
import { imageConfig, programFiles, runtimeFiles } from './image-files.ts';
import { makeImage, type Layer } from './make-image.ts';
import { makeLayer } from './make-layer.ts';
import { readElf, stripElf, type Architecture } from './read-elf.ts';

const HELP = `usage: npm run image -- [--name=NAME] [--output=FILE]
         [--node=FILE] [--root=FOLDER] [--licences=FOLDER]

Makes an image of the program from Node's own binary and the shared libraries that it needs.

  --name=NAME        the whole name of the image; localhost/kubectl-debug:VERSION if not given
  --output=FILE      build/kubectl-debug-VERSION-ARCHITECTURE.tar if not given
  --node=FILE        Node for Linux, also for another machine; that which runs now if not given
  --root=FOLDER      where the libraries for that Node are, as in an unpacked system; / if not given
  --licences=FOLDER  licences of Node and of libraries, if they are not where distributions have them

SOURCE_DATE_EPOCH, seconds since 1970, is the date of all files; 1970 if not set.
`;

const FLAGS = {
  name: { type: 'string' },
  output: { type: 'string' },
  node: { type: 'string', default: process.execPath },
  root: { type: 'string', default: '/' },
  licences: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** 6 takes 7 s for Node's binary, 9 takes 19 s and saves 0.3 %. */
const GZIP_LEVEL = 6;
/** The files of the package that a run needs, and its licences. */
const PACKAGE_FILES = ['bin', 'dist', 'LICENSE'];

const reader = (root: string): ReadFile => {
  return (path) => {
    const file = join(root, path);
    return existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined;
  };
};

/** The files below a path of this repository, which may be a file. */
function filesBelow(path: string): readonly ImageFile[] {
  if (statSync(path).isDirectory())
    return readdirSync(path).flatMap((name) => filesBelow(join(path, name).replaceAll('\\', '/')));
  return [{ kind: 'file', path, bytes: readFileSync(path) }];
}

/** Node's licence beside its binary, as Node's own archives have it, or where a distribution has it. */
function nodeLicence(node: string, read: ReadFile): ImageFile | undefined {
  const beside = join(dirname(node), '../LICENSE');
  const bytes = existsSync(beside)
    ? readFileSync(beside)
    : (read('usr/share/doc/nodejs/LICENSE') ?? read('usr/share/doc/nodejs/copyright'));
  return bytes && { kind: 'file', path: 'usr/share/licenses/nodejs/LICENSE', bytes };
}

/** Node, its libraries, and the licences of both. */
function readRuntime(flags: {
  readonly node: string;
  readonly root: string;
  readonly licences: string | undefined;
}): {
  readonly architecture: Architecture;
  readonly files: readonly ImageFile[];
} {
  const read = reader(flags.root);
  const node = readFileSync(flags.node);
  const elf = readElf(node);
  const libraries = findLibraries(elf, read);
  const found = findLicences(libraries, read);
  const ofNode = nodeLicence(flags.node, read);
  const missing = [...found.missing, ...(ofNode === undefined ? ['Node'] : [])];
  if (missing.length > 0 && flags.licences === undefined)
    throw new Error(
      `no licence found of ${missing.join(', ')}; name a folder that has it with --licences=FOLDER`,
    );
  const files = [
    ...libraries.map(({ path, bytes }) => ({ kind: 'file', path, bytes, isExecutable: true }) as const),
    ...found.files,
    ...(ofNode === undefined ? [] : [ofNode]),
    ...(flags.licences === undefined ? [] : givenLicences(flags.licences)),
  ];
  return { architecture: elf.architecture, files: runtimeFiles(stripElf(node), files) };
}

const givenLicences = (folder: string): readonly ImageFile[] =>
  readdirSync(folder).map((name) => ({
    kind: 'file',
    path: `usr/share/licenses/others/${name}`,
    bytes: readFileSync(join(folder, name)),
  }));

function writeWhole(file: string, bytes: Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, bytes);
  renameSync(`${file}.${process.pid}`, file);
}

/** Compresses an archive, or takes what an earlier call has made of the same one with the same Node. */
function compress(archive: Buffer): Buffer {
  const key = `${process.versions.node} ${process.arch} ${GZIP_LEVEL} `;
  const hash = createHash('sha256').update(key).update(archive).digest('hex');
  const file = join('build/layers', `${hash}.gz`);
  if (existsSync(file)) return readFileSync(file);
  const compressed = gzipSync(archive, { level: GZIP_LEVEL });
  writeWhole(file, compressed);
  return compressed;
}

function layerOf(files: readonly ImageFile[], mtime: number, holds: string): Layer {
  const archive = makeLayer(files, mtime);
  return { archive, compressed: compress(archive), holds };
}

function main(): void {
  const flags = parseArgs({ options: FLAGS }).values;
  if (flags.help) {
    process.stdout.write(HELP);
    return;
  }
  const mtime = Number(process.env['SOURCE_DATE_EPOCH'] ?? 0);
  const { architecture, files } = readRuntime({ ...flags, licences: flags.licences });
  const nodeVersion = resolve(flags.node) === process.execPath ? process.versions.node : undefined;
  const ofProgram = PACKAGE_FILES.flatMap((path) => filesBelow(path));
  const layers = [
    layerOf(files, mtime, 'Node and its libraries'),
    layerOf(programFiles(ofProgram), mtime, 'kubectl-debug'),
  ];
  const name = flags.name ?? `localhost/kubectl-debug:${program.version}`;
  const config = imageConfig({ ...program, nodeVersion, source: repositoryUrl(program.repository) });
  const image = makeImage({ name, architecture, layers, config, createdAt: mtime });
  const output = flags.output ?? `build/kubectl-debug-${program.version}-${architecture}.tar`;
  writeWhole(output, image.archive);
  report({ name, output, digest: image.digest, layers });
}

function report({
  name,
  output,
  digest,
  layers,
}: {
  readonly name: string;
  readonly output: string;
  readonly digest: string;
  readonly layers: readonly Layer[];
}): void {
  const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
  const rows = layers.map(
    ({ holds, archive, compressed }) =>
      `  ${holds}: ${mebibytes(compressed.length)}, unpacked ${mebibytes(archive.length)}\n`,
  );
  process.stdout.write(
    `${output}\n${name}@${digest}\n${rows.join('')}To use it: docker load --input=${output}, ctr images import ${output},\n` +
      `or skopeo copy oci-archive:${output} docker://REGISTRY/NAME:TAG\n`,
  );
}

try {
  main();
} catch (error) {
  process.stderr.write(
    `error: cannot make the image: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
}
