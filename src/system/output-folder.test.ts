import { chmodSync, lchownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { refuseTrap } from './output-folder.ts';

const USER = 1001;
const STRANGER = 1002;
const ROOT = 0;

let shared: string;
beforeEach(() => {
  shared = mkdtempSync(join(tmpdir(), 'output-folder-'));
  mkdirSync(join(shared, 'out/deep'), { recursive: true });
  mkdirSync(join(shared, 'target/deep'), { recursive: true });
  mkdirSync(join(shared, 'nest/deep'), { recursive: true });
  chmodSync(join(shared, 'nest'), 0o777);
  symlinkSync(join(shared, 'target'), join(shared, 'link'));
});
afterEach(() => rmSync(shared, { recursive: true }));

// Only root can give files to others.
it.runIf(process.geteuid?.() === ROOT).each([
  {
    label: 'a stranger owns it',
    mode: 0o1777,
    of: { shared: ROOT, out: STRANGER },
    folder: 'out',
    isRefused: true,
  },
  {
    label: 'a stranger owns it, above',
    mode: 0o1777,
    of: { shared: ROOT, out: STRANGER },
    folder: 'out/deep',
    isRefused: true,
  },
  {
    label: 'a stranger has made a link',
    mode: 0o1777,
    of: { shared: ROOT, link: STRANGER },
    folder: 'link/deep',
    isRefused: true,
  },
  {
    label: 'it can be moved as well',
    mode: 0o777,
    of: { shared: ROOT, out: STRANGER },
    folder: 'out',
    isRefused: true,
  },
  {
    label: 'the user owns it',
    mode: 0o1777,
    of: { shared: ROOT, out: USER },
    folder: 'out/deep',
    isRefused: false,
  },
  {
    label: 'the user has made the link',
    mode: 0o1777,
    of: { shared: ROOT, link: USER, target: USER },
    folder: 'link/deep',
    isRefused: false,
  },
  {
    label: 'the owner of the shared folder owns it',
    mode: 0o755,
    of: { nest: STRANGER, 'nest/deep': STRANGER },
    folder: 'nest/deep',
    isRefused: false,
  },
  {
    label: 'not everybody may write there',
    mode: 0o775,
    of: { shared: ROOT, out: STRANGER },
    folder: 'out',
    isRefused: false,
  },
  { label: 'nothing is there yet', mode: 0o1777, of: { shared: ROOT }, folder: 'new', isRefused: false },
])('$folder is refused: $isRefused, as $label', ({ mode, of, folder, isRefused }) => {
  chmodSync(shared, mode);
  for (const [name, uid] of Object.entries(of))
    lchownSync(name === 'shared' ? shared : join(shared, name), uid, uid);
  const look = (): void => refuseTrap(join(shared, folder), USER);
  if (isRefused) expect(look).toThrow(/belongs to another user \(uid 1002\)$/);
  else expect(look).not.toThrow();
});
