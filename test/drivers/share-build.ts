import { spawnSync, type StdioOptions } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';

/** The environment variable with the folder that has the dist/ of this run. */
export const SHARED_BUILD = 'KUBECTL_DEBUG_TEST_BUILD';

const BUILD = resolve(import.meta.dirname, '../../scripts/build.mjs');
const OUTPUT: StdioOptions = ['ignore', 'ignore', 'inherit'];

/**
 * Builds dist/ once for all test files of a run; vitest calls this before the first file of a project that names it.
 * Throws if a source does not build, which ends the run at once; esbuild has said why.
 */
export default function shareBuild(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-debug-build-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const isBuilt = (): boolean => spawnSync(process.execPath, [BUILD, folder], { stdio: OUTPUT }).status === 0;
  if (!isBuilt()) {
    remove();
    throw new Error('the program does not build; see above');
  }
  process.env[SHARED_BUILD] = folder;
  // In watch mode the sources have changed since. If they do not build, no test goes on with what was built before.
  project.onTestsRerun(() => {
    rmSync(join(folder, 'dist'), { recursive: true, force: true });
    isBuilt();
    return Promise.resolve();
  });
  return remove;
}
