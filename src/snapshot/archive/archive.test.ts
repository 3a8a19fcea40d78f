import { describe, expect, it } from 'vitest';
import { readArchive } from '../../../test/drivers/read-archive.ts';
import type { Found } from '../evidence.ts';
import { openArchive } from './archive.ts';
import { manifestText } from './manifest.ts';
import { makeUniquePaths, snapshotName } from './names.ts';

const AT = new Date('2026-11-22T20:15:30.123Z');

describe('openArchive', () => {
  it('writes files one after the other, however they come', async () => {
    const chunks: Buffer[] = [];
    const archive = openArchive({ write: (bytes) => Promise.resolve(void chunks.push(bytes)) }, 'web-1', AT);
    const large = Buffer.alloc(3_000_000, 'x');
    await Promise.all([
      archive.add({ path: 'a/b.txt', bytes: Buffer.from('one') }),
      archive.add({ path: 'large', bytes: large }),
      archive.add({ path: 'empty', bytes: Buffer.alloc(0) }),
    ]);
    await archive.finish();
    const { files } = await readArchive(Buffer.concat(chunks));
    expect([...files.keys()]).toEqual(['', 'a/b.txt', 'large', 'empty']);
    expect(files.get('large')?.equals(large)).toBe(true);
  });

  it('throws what the disk says, while it adds or at the end', async () => {
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
    const archive = openArchive({ write: () => Promise.reject(full) }, 'web-1', AT);
    const all = async (): Promise<void> => {
      await archive.add({ path: 'a', bytes: Buffer.from('one') });
      await archive.finish();
    };
    await expect(all()).rejects.toBe(full);
    archive.abort();
  });
});

it('names a snapshot for its pod and time', () => {
  expect(snapshotName('web-1', AT)).toBe('web-1-20261122-201530');
  expect(snapshotName('../x', AT)).toBe('_._x-20261122-201530');
});

it('gives every file a path of its own', () => {
  const unique = makeUniquePaths();
  expect(['a', 'A', 'b', 'a'].map(unique)).toEqual(['a', 'A~2', 'b', 'a~3']);
});

it('lists every file, and what is missing with its reason, in the manifest', () => {
  const found: readonly Found[] = [
    {
      name: 'files',
      durationMs: 1.6,
      size: 0,
      piece: { kind: 'missing', path: 'files/x', why: 'it is a folder' },
    },
    {
      name: 'pod',
      durationMs: 3,
      size: 7,
      piece: { kind: 'file', path: 'pod.yaml', bytes: Buffer.alloc(0), view: { kind: 'text' }, cut: 'half' },
    },
  ];
  const head = {
    namespace: 'shop',
    pod: 'web-1',
    uid: 'u',
    node: 'n',
    server: 's',
    startedAt: AT,
    finishedAt: AT,
    version: '1',
    debugContainer: undefined,
  };
  expect(JSON.parse(manifestText(head, found))).toEqual({
    kind: 'kubectl-debug-snapshot',
    version: 1,
    program: 'kubectl-debug 1',
    namespace: 'shop',
    pod: 'web-1',
    uid: 'u',
    node: 'n',
    server: 's',
    startedAt: AT.toISOString(),
    finishedAt: AT.toISOString(),
    debugContainer: null,
    evidence: [
      { evidence: 'pod', file: 'pod.yaml', durationMs: 3, bytes: 7, truncated: 'half', reason: null },
      {
        evidence: 'files',
        file: 'files/x',
        durationMs: 2,
        bytes: null,
        truncated: null,
        reason: 'it is a folder',
      },
    ],
  });
});
