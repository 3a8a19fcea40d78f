import { execFileSync } from 'node:child_process';
import { chmodSync, constants, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openOwnFile } from './own-file.ts';

const OWN = process.geteuid?.();
const { O_CREAT, O_RDONLY, O_WRONLY } = constants;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'own-file-'))));
afterEach(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

it('is made for the user alone, and opened again', async () => {
  const made = await openOwnFile(at('file'), O_CREAT | O_WRONLY, OWN);
  await made.writeFile('text');
  await made.close();
  expect(statSync(at('file')).mode & 0o777).toBe(0o600);
  const opened = await openOwnFile(at('file'), O_RDONLY, OWN);
  expect(await opened.readFile('utf8')).toBe('text');
  await opened.close();
});

it.runIf(OWN !== undefined).each([
  {
    label: 'a link',
    prepare: () => {
      writeFileSync(at('target'), '', { mode: 0o600 });
      symlinkSync(at('target'), at('file'));
    },
    why: /ELOOP/,
  },
  {
    label: 'a file that others may write to',
    prepare: () => anOpenFile(0o606),
    why: /others may write to .*file$/,
  },
  {
    label: 'a file that a group may write to',
    prepare: () => anOpenFile(0o660),
    why: /others may write to .*file$/,
  },
  {
    label: 'a file of another user',
    prepare: () => anOpenFile(0o600),
    userId: (OWN ?? 0) + 1,
    why: /another user/,
  },
  // Opened for reading, it would wait for a writer for ever.
  {
    label: 'a pipe',
    prepare: () => execFileSync('mkfifo', ['-m', '600', at('file')]),
    why: /is not a file$/,
  },
])('is refused when it is $label', async ({ prepare, userId = OWN, why }) => {
  prepare();
  await expect(openOwnFile(at('file'), O_RDONLY, userId)).rejects.toThrow(why);
});

function anOpenFile(mode: number): void {
  writeFileSync(at('file'), '');
  chmodSync(at('file'), mode);
}
