import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
const LICENCE_FILE = /^(?:licen[cs]e|notice|copying)/i;

async function renderPackage(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((file) => LICENCE_FILE.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return [`${name} ${version} (${license})`, ...texts.map((text) => text.trim())].join('\n\n');
}

/** The licences of all packages of which `inputs` (paths of bundled files, as esbuild names them) are a part. */
export async function renderLicences(root, inputs) {
  const folders = new Set(inputs.flatMap((input) => PACKAGE.exec(input)?.[0] ?? []));
  const parts = await Promise.all([...folders].sort().map((folder) => renderPackage(join(root, folder))));
  const title = 'The bundles in this folder contain these packages, under these licences.';
  return `${[title, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
