import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anIo } from '../../../../test/builders/an-io.ts';
import { readCustomFile } from './custom-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-custom-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string) {
  await writeFile(path.join(folder, 'custom'), text);
  return readCustomFile({ ...anIo().io, workingDirectory: folder }, 'custom');
}

describe('readCustomFile', () => {
  it.each([
    { label: 'JSON', text: '{"env":[{"name":"A","value":"1"}]}' },
    { label: 'YAML', text: '# why\nenv:\n- name: A\n  value: "1"\n' },
    { label: 'a document with separators around it', text: '---\nenv: [{name: A, value: 1}]\n---\n# end\n' },
  ])('reads $label', async ({ text }) => {
    expect(await read(text)).toEqual({ env: [{ name: 'A', value: '1' }] });
  });

  it.each(['', '\n', '# nothing\n', 'null', '---\n'])('customizes nothing by %j', async (text) => {
    expect(await read(text)).toBeUndefined();
  });

  it.each([
    'env: []\n---\nargs: [x]\n',
    '---\n---\nargs: [x]\n',
    '{"args":["x"]}{"args":["y"]}',
    '{"args":["x"]}\n---\n{}',
  ])('refuses %j, of which only the first document could count', async (text) => {
    await expect(read(text)).rejects.toMatchObject({
      kind: 'usage',
      message: '--custom: custom has more than one document',
    });
  });

  it('reads a date as the text that it is written as', async () => {
    expect(await read('args: [2025-01-01, 1:30]')).toEqual({ args: ['2025-01-01', '1:30'] });
  });

  it('names the file that is not there', async () => {
    const reading = readCustomFile({ ...anIo().io, workingDirectory: folder }, 'nobody.yaml');
    await expect(reading).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('--custom: cannot read nobody.yaml: there is no such file'),
    });
  });

  it('names the file that is neither JSON nor YAML', async () => {
    await expect(read('a: [')).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('custom is neither JSON nor YAML: '),
    });
  });
});
