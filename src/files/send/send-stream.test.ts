import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { someBytes } from '../../../test/samples/some-bytes.ts';
import type { StagedEntry } from './send-plan.ts';
import { hashBlocks, sendRound, type SendListener } from './send-stream.ts';

const MIB = 1024 * 1024;
const BLOCK = 64 * 1024;
const SIZE = 9 * MIB + 5;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-send-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function entryOf(bytes: Buffer, fields: Partial<StagedEntry> = {}): Promise<StagedEntry> {
  const local = path.join(folder, 'file');
  await writeFile(local, bytes);
  const common = { path: '', name: 'file', kind: 'file', mode: 0o644, mtime: 0, isSparse: false } as const;
  return { ...common, size: bytes.length, local: Buffer.from(local), ...fields };
}

interface Heard {
  readonly output: Buffer;
  readonly said: readonly string[];
}

async function hear(entry: StagedEntry, from = 0): Promise<Heard> {
  const said: string[] = [];
  const listener: SendListener = {
    onHash: (_, hex) => void said.push(hex),
    onBytes: () => undefined,
    onChanged: () => void said.push('changed'),
    onUnreadable: (_, why) => void said.push(why),
  };
  const output: Buffer[] = [];
  const parts = new Map(from === 0 ? [] : [['file', from]]);
  for await (const bytes of sendRound({ entries: [entry], parts }, listener)) output.push(Buffer.from(bytes));
  return { output: Buffer.concat(output), said };
}

/** The places and numbers of blocks that were sent. */
const dataOf = ({ output }: Heard): readonly string[] =>
  output.toString('latin1').match(/data \d+ \d+(?=\n)/g) ?? [];

const hexOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('sendRound', () => {
  it('sends a small file in the tar, and asks for its hash', async () => {
    const bytes = Buffer.from('hello');
    const heard = await hear(await entryOf(bytes));
    expect(heard.said).toEqual([hexOf(bytes)]);
    const text = heard.output.toString('latin1');
    expect(text).toMatch(/^tar\n2048\nfile\0/);
    expect(text).toContain('hello');
    expect(text.endsWith('0\nhash\n7\n./file\x000\nend\n')).toBe(true);
  });

  it('sends a large file in blocks', async () => {
    const bytes = someBytes(SIZE);
    const heard = await hear(await entryOf(bytes));
    expect(dataOf(heard)).toEqual(['data 0 64', 'data 64 64', 'data 128 17']);
    expect(heard.said.at(-1)).toBe(hexOf(bytes));
    expect(heard.output.toString('latin1')).toMatch(new RegExp(`done ${SIZE} 644 0\nend\n$`));
  });

  it('goes on after the blocks that are there, with the hash of the whole', async () => {
    const bytes = someBytes(SIZE);
    const heard = await hear(await entryOf(bytes), 70);
    expect(dataOf(heard)).toEqual(['data 70 58', 'data 128 17']);
    expect(heard.said.at(-1)).toBe(hexOf(bytes));
  });

  it('leaves out the holes of a sparse file', async () => {
    const bytes = Buffer.alloc(SIZE);
    bytes[5 * MIB] = 1;
    const heard = await hear(await entryOf(bytes, { isSparse: true }));
    expect(dataOf(heard)).toEqual(['data 64 64']);
    expect(heard.said.at(-1)).toBe(hexOf(bytes));
  });

  it('fills what was taken away with zeros, and says so', async () => {
    const bytes = someBytes(8 * MIB);
    const heard = await hear(await entryOf(bytes, { size: SIZE }));
    expect(heard.said).toContain('changed');
    expect(heard.said.at(-1)).toBe(hexOf(Buffer.concat([bytes, Buffer.alloc(SIZE - bytes.length)])));
  });

  it.each([1, SIZE])('says why a file of %i bytes cannot be read, and sends nothing of it', async (size) => {
    const entry = await entryOf(Buffer.from('x'), { size, local: Buffer.from('/no/such/file') });
    const heard = await hear(entry);
    expect(heard.said).toEqual([expect.stringContaining('no such file')]);
    expect(heard.output.includes('file')).toBe(false);
  });
});

it('hashes the first blocks of a file', async () => {
  const bytes = someBytes(SIZE);
  expect(await hashBlocks(await entryOf(bytes), 70)).toBe(hexOf(bytes.subarray(0, 70 * BLOCK)));
});
