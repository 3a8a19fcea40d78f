import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeLogCursor, type LogCursor } from './log-cursor.ts';

function read(
  cursor: LogCursor,
  chunks: readonly (string | Uint8Array)[],
): { text: string; differs: boolean } {
  const reading = cursor.startReading();
  let text = '';
  for (const data of chunks) {
    const chunk = reading.accept(Buffer.from(data));
    if (chunk.kind === 'differs') return { text, differs: true };
    if (chunk.kind === 'new') text += chunk.bytes.toString('latin1');
  }
  return { text, differs: !reading.reachedPosition() };
}

describe('makeLogCursor', () => {
  it('hands out each byte once over any number of readings that break off anywhere', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        fc.array(fc.nat(300), { maxLength: 4 }),
        fc.integer({ min: 1, max: 50 }),
        (log, breaks, size) => {
          const cursor = makeLogCursor();
          const pieces = (length: number): Uint8Array[] =>
            Array.from({ length: Math.ceil(length / size) }, (_, i) =>
              log.subarray(i * size, Math.min(length, (i + 1) * size)),
            );
          const stops = [
            ...breaks.toSorted((a, b) => a - b).map((at) => Math.min(at, log.length)),
            log.length,
          ];
          const text = stops.map((stop) => read(cursor, pieces(stop)).text).join('');
          expect(text).toBe(Buffer.from(log).toString('latin1'));
        },
      ),
    );
  });

  it('notices a log whose start was rotated away', () => {
    const cursor = makeLogCursor();
    read(cursor, ['one\ntwo\n']);
    expect(read(cursor, ['two\nthree\nfour\n'])).toEqual({ text: '', differs: true });
  });

  it('notices a log that became shorter', () => {
    const cursor = makeLogCursor();
    read(cursor, ['one\ntwo\n']);
    expect(read(cursor, ['one\n'])).toEqual({ text: '', differs: true });
  });
});
