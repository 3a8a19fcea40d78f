import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasObstacle, rememberObstacle, type Obstacle } from './remembered-obstacles.ts';

const IMAGE: Obstacle = { image: 'app:1', shell: 'sh' };
const OTHER: Obstacle = { ...IMAGE, image: 'app:2' };
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'obstacles-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const at = (ms: number, cache = folder) => ({
  env: { XDG_CACHE_HOME: cache },
  homeDirectory: folder,
  userId: process.geteuid?.(),
  platform: 'linux' as const,
  now: () => new Date(Date.parse('2026-01-01T00:00:00Z') + ms),
});

describe('what an earlier call found out', () => {
  it('is remembered for a week', async () => {
    expect(await hasObstacle(at(0), IMAGE)).toBe(false);
    await rememberObstacle(at(0), IMAGE);
    expect(await hasObstacle(at(WEEK_MS - 1000), IMAGE)).toBe(true);
    expect(await hasObstacle(at(WEEK_MS + 1000), IMAGE)).toBe(false);
  });

  it.each([
    { label: 'another image', other: OTHER },
    { label: 'another shell', other: { ...IMAGE, shell: 'bash' } },
  ])('is nothing about $label', async ({ other }) => {
    await rememberObstacle(at(0), IMAGE);
    expect(await hasObstacle(at(0), other)).toBe(false);
  });

  it('is found out anew where it cannot be kept', async () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    await rememberObstacle(at(0, file), IMAGE);
    expect(await hasObstacle(at(0, file), IMAGE)).toBe(false);
  });

  it('is nothing where somebody else may have put it', async () => {
    await rememberObstacle(at(0), IMAGE);
    chmodSync(folder, 0o777);
    expect(await hasObstacle(at(0), IMAGE)).toBe(false);
    await rememberObstacle(at(0), OTHER);
    chmodSync(folder, 0o700);
    expect(await hasObstacle(at(0), IMAGE)).toBe(true);
    expect(await hasObstacle(at(0), OTHER)).toBe(false);
  });

  it('lies in the home directory without a cache of its own, or with one that is not absolute', async () => {
    await rememberObstacle(at(0, 'relative'), IMAGE);
    expect(await hasObstacle(at(0, ''), IMAGE)).toBe(true);
    expect(await hasObstacle(at(0, path.join(folder, '.cache')), IMAGE)).toBe(true);
  });
});
