import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * The packages that `inputs` (paths of bundled files, as esbuild names them) belong to, sorted by folder: each with its folder and
 * its package.json.
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
