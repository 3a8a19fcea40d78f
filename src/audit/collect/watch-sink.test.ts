import { describe, expect, it } from 'vitest';
import type { FileSink, SourceEntry } from '../../files/file-sink.ts';
import { watchSink } from './watch-sink.ts';

const ENTRY: SourceEntry = { path: 'a', kind: 'file', size: 10, mode: 0o644, mtime: 0 };

/** A sink that takes everything, and the bytes that it got. */
function aSink(has: boolean): FileSink & { readonly bytes: () => number } {
  let bytes = 0;
  return {
    bytes: () => bytes,
    hasFile: () => has,
    partOf: () => undefined,
    addFolder: () => undefined,
    addLink: () => undefined,
    addHardLink: () => has,
    openFile: () => ({
      write: (piece) => void (bytes += piece.length),
      finish: () => undefined,
      leave: () => undefined,
    }),
    takeBack: () => true,
    refuse: () => undefined,
  };
}

describe('what came without bytes', () => {
  it.each([true, false])('remembers files that the sink has: %s', (has) => {
    const { sink, kept, links } = watchSink(aSink(has), { sizeOf: () => 10, takeMore: () => false });
    expect(sink.hasFile(ENTRY)).toBe(has);
    expect(sink.addHardLink(ENTRY, 'b')).toBe(has);
    void sink.addLink({ ...ENTRY, path: 'l', kind: 'link' }, 'a');
    expect({ kept, links }).toEqual({ kept: has ? [ENTRY, ENTRY] : [], links: [{ path: 'l', target: 'a' }] });
  });
});

describe('a file that grows', () => {
  it('takes more for it, and only once if it is read again', () => {
    const taken: number[] = [];
    const takeMore = (bytes: number): boolean => taken.push(bytes) > 0;
    const inner = aSink(false);
    const { sink } = watchSink(inner, { sizeOf: () => 10, takeMore });
    for (const size of [12, 11]) void sink.openFile(ENTRY, 0)?.write(Buffer.alloc(size));
    expect(taken).toEqual([2]);
    expect(inner.bytes()).toBe(23);
  });

  it.each([
    { label: 'from its beginning', from: 0, size: 11 },
    { label: 'from where it was cut', from: 9, size: 2 },
  ])('stops before a byte beyond the bounds is written: $label', ({ from, size }) => {
    const inner = aSink(false);
    const { sink } = watchSink(inner, { sizeOf: () => 10, takeMore: () => false });
    expect(() => sink.openFile(ENTRY, from)?.write(Buffer.alloc(size))).toThrow(/a grew beyond --max-output/);
    expect(inner.bytes()).toBe(0);
  });
});
