import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FolderOwner } from '../../system/own-folder.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listJournals, pruneJournals } from './journal-files.ts';

const NOW = new Date('2026-03-31T12:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;

let state: string;
beforeEach(async () => {
  state = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-journals-'));
});
afterEach(() => rm(state, { recursive: true, force: true }));

const io = (overrides: Partial<FolderOwner> = {}) => ({
  env: { XDG_STATE_HOME: state },
  homeDirectory: '/proc/no-such-folder',
  userId: process.geteuid?.(),
  platform: process.platform,
  now: () => NOW,
  ...overrides,
});
const folder = () => path.join(state, 'kubectl-debug', 'audits');

async function writeOld(name: string, days: number): Promise<void> {
  const file = path.join(folder(), name);
  await mkdir(folder(), { recursive: true });
  await writeFile(file, '');
  const written = new Date(NOW.getTime() - days * DAY_MS);
  await utimes(file, written, written);
}

it('deletes journals that were not written to for 30 days, and nothing else', async () => {
  await writeOld('20260201-120000-aaaaa.jsonl', 31);
  // Begun long ago, and resumed since.
  await writeOld('20260102-120000-bbbbb.jsonl', 29);
  await writeOld('notes.jsonl', 400);
  await pruneJournals(io());
  expect((await readdir(folder())).toSorted()).toEqual(['20260102-120000-bbbbb.jsonl', 'notes.jsonl']);
  expect(await listJournals(io())).toEqual([
    { runId: '20260102-120000-bbbbb', path: path.join(folder(), '20260102-120000-bbbbb.jsonl') },
  ]);
});

it('does nothing where no audit was ever run', async () => {
  await expect(pruneJournals(io())).resolves.toBeUndefined();
});
