import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const LICENCE_FILE = /^(?:licen[cs]e|notice|copying)/i;

async function renderPackage(root, { folder, manifest: { name, version, license } }) {
  const files = (await readdir(join(root, folder))).filter((file) => LICENCE_FILE.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(root, folder, file), 'utf8')));
  return [`${name} ${version} (${license})`, ...texts.map((text) => text.trim())].join('\n\n');
}

/** The licence texts of `packages`, which come from `bundledPackages`. */
export async function renderLicences(root, packages) {
  const parts = await Promise.all(packages.map((each) => renderPackage(root, each)));
  const title = 'The bundles in this folder contain these packages, under these licences.';
  return `${[title, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
