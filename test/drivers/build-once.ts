import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The environment variable with the folder that the test files of a run share. */
export const SHARED_BUILD = 'KUBECTL_DEBUG_TEST_BUILD';

const ROOT = resolve(import.meta.dirname, '../..');
const POLL_MS = 20;
const LONGEST_BUILD_MS = 100_000;

function build(folder: string): void {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs'), folder]);
}

/** Whether this process is the one that builds. */
function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

/** Builds into the shared folder, or waits for the one that does; false if nobody could. */
function isSharedBuilt(shared: string): boolean {
  const [done, lock, part] = [join(shared, 'done'), join(shared, 'lock'), join(shared, 'part')];
  if (isFirst(lock)) {
    build(part);
    renameSync(part, done);
  }
  const idle = new Int32Array(new SharedArrayBuffer(4));
  for (let waitedMs = 0; !existsSync(done) && waitedMs < LONGEST_BUILD_MS; waitedMs += POLL_MS)
    Atomics.wait(idle, 0, 0, POLL_MS);
  return existsSync(done);
}

/** Puts dist/ into this folder; of the test files of one run only the first builds it. */
export function buildOnce(folder: string): void {
  const shared = process.env[SHARED_BUILD];
  if (shared !== undefined && isSharedBuilt(shared))
    cpSync(join(shared, 'done'), folder, { recursive: true });
  else build(folder);
}
