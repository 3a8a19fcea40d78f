import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPrivateFile, orOutputFailed } from './private-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubectl-debug-private-'));
  await writeFile(join(folder, 'file'), '');
});
afterAll(() => rm(folder, { recursive: true }));

it.each([
  { place: 'nosuch/r.html', why: (at: string) => `folder ${at}/nosuch does not exist` },
  { place: 'file/r.html', why: (at: string) => `${at}/file is not a folder` },
])('says what keeps $place from being written, without the name of the draft', async ({ place, why }) => {
  const file = join(folder, place);
  await expect(orOutputFailed(file, () => openPrivateFile(file, undefined))).rejects.toMatchObject({
    kind: 'output-failed',
    message: `cannot write ${file}: ${why(folder)}`,
  });
});
