// Loads the playground, which is written in TypeScript, into this process.
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';

const ROOT = path.join(import.meta.dirname, '..');
const OUTFILE = path.join(ROOT, 'build/playground-library.cjs');

export async function loadPlayground() {
  const contents = `
    export { createPlayground } from './playground/playground.ts';
    export { makeKubelet } from './playground/kubelet/make-kubelet.ts';
    export { nodeProgram } from './playground/run/image-program.ts';`;
  await build({
    stdin: { contents, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['@lydell/node-pty'],
    outfile: OUTFILE,
    logLevel: 'error',
  });
  return createRequire(import.meta.url)(OUTFILE);
}
