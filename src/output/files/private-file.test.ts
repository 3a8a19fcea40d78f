import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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

it('replaces a file, or keeps one that is there already, as it was asked to', async () => {
  const file = join(folder, 'kept.tgz');
  await writeFile(file, 'old');
  const write = async (keeps: boolean): Promise<void> => {
    const draft = await openPrivateFile(file, undefined);
    try {
      await draft.write('new');
      await draft.commit({ keeps });
    } finally {
      await draft.close();
    }
  };
  await expect(orOutputFailed(file, () => write(true))).rejects.toMatchObject({
    message: `cannot write ${file}: it exists already`,
  });
  expect(await readFile(file, 'utf8')).toBe('old');
  await write(false);
  expect(await readFile(file, 'utf8')).toBe('new');
  await rm(file);
  await write(true);
  expect(await readFile(file, 'utf8')).toBe('new');
  expect((await readdir(folder)).filter((name) => name.endsWith('.draft'))).toEqual([]);
});
