// Builds dist/, which is published (CommonJS bundles without dependencies, one for each command), and build/, the tools of
// this repository. The bundles are CommonJS because V8 caches the code of ES modules only since Node 22.
// `build.mjs FOLDER` writes only dist/, in FOLDER. With KUBECTL_DEBUG_BUILT=1 both are taken as they are, for a run of many
// checks on sources that nobody changes meanwhile: nothing is built, and FOLDER gets a copy of dist/.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { renderBillOfMaterials } from './bill-of-materials.mjs';
import { bundledPackages } from './bundled-packages.mjs';
import { renderLicences } from './licences.mjs';
import { readUserDocuments } from './user-documents.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const otherFolder = process.argv[2];
const dist = resolve(otherFolder ?? root, 'dist');
const program = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

const OPTIONS = {
  absWorkingDir: root,
  outdir: dist,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  write: false,
  logLevel: 'error',
  define: {
    PACKAGE_VERSION: JSON.stringify(program.version),
    USER_DOCUMENTS: JSON.stringify(await readUserDocuments(root)),
  },
  // ws looks for this native addon, which would have to be compiled.
  alias: { bufferutil: './src/cluster/network/mask-bytes.ts' },
  // A script that node:vm runs cannot use import().
  supported: { 'dynamic-import': false },
};

/** The tools of this repository by name. */
const TOOLS = {
  docs: 'src/docs/main.ts',
  'fetch-from-package': 'scripts/release/fetch-from-package.ts',
  house: 'scripts/house/main.ts',
  image: 'scripts/image/main.ts',
  pictures: 'scripts/pictures/main.ts',
  demo: 'playground/demo.ts',
  playground: 'playground/main.ts',
  release: 'scripts/release/main.ts',
  'single-file': 'src/single-file.ts',
};

/** Gives each file that is imported dynamically a bundle of its own, and adds that to `bundles`. */
function splitAtImports(bundles) {
  return {
    name: 'split-at-imports',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\// }, ({ kind, path, importer, resolveDir }) => {
        if (kind !== 'dynamic-import' || importer.includes('node_modules')) return undefined;
        const file = relative(root, join(resolveDir, path));
        const name = basename(file, '.ts');
        if ((bundles.get(name) ?? file) !== file) throw new Error(`two bundles would be called ${name}`);
        bundles.set(name, file);
        return { path: `./${name}.cjs`, external: true };
      });
    },
  };
}

/** Makes a bundle of the program, and one of each file that it imports dynamically. */
async function bundleProgram() {
  const bundles = new Map([
    ['main', 'src/main.ts'],
    // bin/kubectl-debug.js needs this one to load the others.
    ['own-folder', 'src/system/own-folder.ts'],
  ]);
  const results = [];
  for (let done = 0; done < bundles.size;) {
    const entryPoints = Object.fromEntries([...bundles].slice(done));
    done = bundles.size;
    results.push(
      await build({
        ...OPTIONS,
        entryPoints,
        metafile: true,
        minifySyntax: true,
        minifyWhitespace: true,
        legalComments: 'none',
        plugins: [splitAtImports(bundles)],
      }),
    );
  }
  return results;
}

/** Replaces a file in one step: a program may be running from it. */
async function replaceFile(path, contents) {
  const draft = `${path}.${process.pid}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(draft, contents);
  await rename(draft, path);
}

async function writeProgram() {
  const results = await bundleProgram();
  const outputs = results.flatMap(({ outputFiles }) => outputFiles);
  for (const { path, text } of outputs) {
    // bin/kubectl-debug.js reads the file as latin1.
    if (/[^\0-\x7f]/.test(text)) throw new Error(`${basename(path)} is not ASCII`);
    // bin/kubectl-debug.js finds the cached code of this bundle by the hash.
    await replaceFile(path, `${text}//${createHash('sha256').update(text).digest('hex')}`);
  }
  // bin/kubectl-debug.js prints it without loading the program.
  await replaceFile(join(dist, 'version.txt'), `kubectl-debug ${program.version}\n`);
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const packages = await bundledPackages(root, inputs);
  await replaceFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), await renderLicences(root, packages));
  await replaceFile(join(dist, 'sbom.cdx.json'), await renderBillOfMaterials(root, program, packages));
  const current = outputs.map(({ path }) => basename(path));
  const stale = (await readdir(dist)).filter((name) => name.endsWith('.cjs') && !current.includes(name));
  for (const name of stale) await rm(join(dist, name));
}

async function writeTool(name, file) {
  const { outputFiles } = await build({
    ...OPTIONS,
    outdir: 'build',
    entryPoints: { [name]: file },
    external: ['@lydell/node-pty', 'typescript'],
    // The generator of the documents reads only the table of commands; the start file has the bundles beside it.
    plugins: ['docs', 'single-file'].includes(name) ? [splitAtImports(new Map())] : [],
  });
  for (const { path, text } of outputFiles) await replaceFile(path, text);
}

async function buildAll() {
  await writeProgram();
  if (otherFolder !== undefined) return;
  const tools = Object.entries(TOOLS).filter(([, file]) => existsSync(join(root, file)));
  await Promise.all(tools.map(([name, file]) => writeTool(name, file)));
}

const isBuilt = process.env.KUBECTL_DEBUG_BUILT === '1';
if (isBuilt && !existsSync(join(root, 'dist'))) {
  console.error(
    'error: KUBECTL_DEBUG_BUILT=1, but there is no dist/\nhint: KUBECTL_DEBUG_BUILT= npm run build',
  );
  process.exit(1);
}
try {
  if (!isBuilt) await buildAll();
  else if (otherFolder !== undefined) await cp(join(root, 'dist'), dist, { recursive: true });
} catch (error) {
  if (error.errors === undefined) throw error;
  process.exitCode = 1; // esbuild has printed what is wrong
}
