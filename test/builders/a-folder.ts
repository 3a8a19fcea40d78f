import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for the files of one test file, removed at its end. */
export async function aFolder(): Promise<{
  readonly path: string;
  readonly write: (name: string, content: string | object) => Promise<string>;
}> {
  const path = await mkdtemp(join(tmpdir(), 'kubectl-debug-test-'));
  afterAll(() => rm(path, { recursive: true, force: true }));
  return {
    path,
    write: async (name, content) => {
      const file = join(path, name);
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o700 });
      return file;
    },
  };
}
