import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * The packages of which `inputs` (paths of bundled files, as esbuild names them) are a part, in the order of their folders: each
 * with its folder and what its package.json says.
 */
export async function bundledPackages(root, inputs) {
  const folders = new Set(inputs.flatMap((input) => PACKAGE.exec(input)?.[0] ?? []));
  return Promise.all(
    [...folders].sort().map(async (folder) => ({
      folder,
      manifest: JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')),
    })),
  );
}
