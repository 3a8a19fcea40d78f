import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FileSink } from '../file-sink.ts';
import {
  isSaid,
  judgeLarge,
  noteLine,
  offsetOf,
  openLargeFile,
  writeLarge,
  type SentFile,
} from './large-file.ts';
import { readListedFile } from './listed-file.ts';

const HASH = 'a'.repeat(64);
const MIB = 1024 * 1024;

describe('noteLine', () => {
  it.each<{ line: string; expected: SentFile }>([
    { line: `hash 0 ${HASH}`, expected: { hash: HASH } },
    { line: 'hash 0 ', expected: {} },
    { line: `hash 0 ${HASH.toUpperCase()}`, expected: {} },
    { line: 'short 0 12', expected: { short: 12 } },
    { line: 'after 0 12 1700000000', expected: { after: 12 } },
    { line: 'gone 0', expected: { lost: 'gone' } },
    { line: 'unreadable 0', expected: { lost: 'denied' } },
    { line: 'toString 0 1', expected: {} },
  ])('takes from "$line" what it says', ({ line, expected }) => {
    const [word = '', ...fields] = line.split(' ');
    expect(noteLine({}, { word, fields })).toEqual(expected);
  });

  it('keeps what was said before', () => {
    expect(noteLine({ hash: HASH }, { word: 'after', fields: ['0', '5', '1'] })).toEqual({
      hash: HASH,
      after: 5,
    });
  });
});

it.each<{ sent: SentFile; expected: boolean }>([
  { sent: {}, expected: false },
  { sent: { hash: HASH, short: 3 }, expected: false },
  { sent: { after: 0 }, expected: true },
  { sent: { lost: 'gone' }, expected: true },
])('tells whether all is said: $expected for $sent', ({ sent, expected }) => {
  expect(isSaid(sent)).toBe(expected);
});

const aFile = (size: number) => {
  const file = readListedFile(`81a4 ${size} 99999 1 1 0:1 ./a`);
  if (file === undefined) throw new Error('the line was not read');
  return file;
};

describe('judgeLarge', () => {
  it.each<{ sent: SentFile; expected: string }>([
    { sent: { hash: HASH, after: 10 }, expected: 'fine' },
    { sent: { hash: HASH, after: 11 }, expected: 'grew' },
    { sent: { hash: 'b'.repeat(64), after: 11 }, expected: 'again' },
    { sent: { hash: HASH, short: 4, after: 4 }, expected: 'shrank' },
    { sent: { after: 10 }, expected: 'unverified' },
    { sent: { hash: HASH, lost: 'gone' }, expected: 'gone' },
    { sent: { lost: 'denied' }, expected: 'denied' },
  ])('says $expected of $sent', ({ sent, expected }) => {
    expect(judgeLarge({ file: aFile(10), sent }, HASH)).toBe(expected);
  });
});

it.each([
  { got: 0, offset: 0 },
  { got: MIB - 1, offset: 0 },
  { got: MIB, offset: MIB },
  { got: 3 * MIB + 7, offset: 3 * MIB },
])('goes on at $offset after $got bytes', ({ got, offset }) => {
  expect(offsetOf({ got })).toBe(offset);
});

describe('a file that is continued', () => {
  /** A sink in memory that has the first bytes of the file. */
  const sinkWith = (part: string) => {
    const written: string[] = [];
    const opened: number[] = [];
    const sink: Pick<FileSink, 'partOf' | 'openFile'> = {
      partOf: () => ({
        bytes: part.length,
        hash: (bytes) => Promise.resolve(createHash('sha256').update(part.slice(0, bytes))),
      }),
      openFile: (_, from) => {
        opened.push(from);
        return {
          write: (bytes) => void written.push(bytes.toString()),
          finish: () => void written.push('finished'),
          leave: () => written.push('left'),
        };
      },
    };
    return { sink: sink as FileSink, written, opened };
  };

  it('writes only what is new, and hashes the whole', async () => {
    const { sink, written, opened } = sinkWith('hel');
    const large = await openLargeFile(sink, aFile(5));
    expect(opened).toEqual([]);
    await writeLarge(large, Buffer.from('he'), 3);
    await writeLarge(large, Buffer.from('llo'), 1);
    expect({ got: large.got, written, opened }).toEqual({ got: 5, written: ['lo'], opened: [3] });
    expect(large.hash.digest('hex')).toBe(createHash('sha256').update('hello').digest('hex'));
  });

  it('takes no more of a part than the file has now', async () => {
    const { sink } = sinkWith('hello, world');
    const large = await openLargeFile(sink, aFile(5));
    expect(large.got).toBe(5);
    expect(large.hash.digest('hex')).toBe(createHash('sha256').update('hello').digest('hex'));
  });

  it('finishes once, also if its last bytes come again', async () => {
    const { sink, written } = sinkWith('');
    const large = await openLargeFile(sink, aFile(5));
    await writeLarge(large, Buffer.from('hello'), 0);
    await large.finish();
    await writeLarge(large, Buffer.from('hello'), 5);
    await large.finish();
    expect(written).toEqual(['hello', 'finished']);
  });

  it('leaves only a writer that was opened', async () => {
    const { sink, written } = sinkWith('');
    const large = await openLargeFile(sink, aFile(5));
    large.leave();
    await writeLarge(large, Buffer.from('h'), 0);
    large.leave();
    expect(written).toEqual(['h', 'left']);
  });
});
