import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { SHARED_BUILD } from './build-once.ts';

/** Gives the test files of a run a folder, so that only the first that needs the package builds it; vitest calls this once. */
export default function shareBuild(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-debug-build-'));
  process.env[SHARED_BUILD] = folder;
  // In watch mode the sources have changed since.
  project.onTestsRerun(() => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    return Promise.resolve();
  });
  return () => rmSync(folder, { recursive: true, force: true });
}
