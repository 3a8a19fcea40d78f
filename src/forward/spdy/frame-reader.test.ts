import { describe, expect, it } from 'vitest';
import { FrameReader, type FrameEvent } from './frame-reader.ts';
import { encodeData, encodePing, encodeRstStream, encodeSynStream } from './frames.ts';

/** All events of these bytes, which come in pieces of this size. */
function read(bytes: Buffer, pieceSize = bytes.length): readonly FrameEvent[] {
  const events: FrameEvent[] = [];
  const reader = new FrameReader((event) => events.push(event));
  for (let start = 0; start < bytes.length; start += pieceSize)
    reader.read(Buffer.from(bytes.subarray(start, start + pieceSize)));
  return events;
}

/** The same with the data of each stream in one piece. */
function joined(events: readonly FrameEvent[]): readonly unknown[] {
  const all: unknown[] = [];
  let last: { streamId: number; text: string } | undefined;
  for (const event of events) {
    if (event.kind !== 'data') {
      last = undefined;
      all.push(event);
    } else if (last?.streamId === event.streamId) last.text += event.bytes.toString();
    else all.push((last = { streamId: event.streamId, text: event.bytes.toString() }));
  }
  return all;
}

/** A control frame as its bytes say. */
function control(type: number, flags: number, payload: readonly number[]): Buffer {
  return Buffer.from([0x80, 3, 0, type, flags, 0, 0, payload.length, ...payload]);
}

const FRAMES: readonly (readonly [label: string, bytes: Buffer, events: readonly unknown[]])[] = [
  ['data', encodeData(3, [Buffer.from('ab'), Buffer.from('c')], false), [{ streamId: 3, text: 'abc' }]],
  [
    'the last data',
    encodeData(3, [Buffer.from('abc')], true),
    [
      { streamId: 3, text: 'abc' },
      { kind: 'end', streamId: 3 },
    ],
  ],
  ['an end without data', encodeData(0x7fff_ffff, [], true), [{ kind: 'end', streamId: 0x7fff_ffff }]],
  ['data without a byte', encodeData(3, [], false), []],
  ['a reset', encodeRstStream(5), [{ kind: 'reset', streamId: 5 }]],
  ['a ping', encodePing(2), [{ kind: 'ping', id: 2 }]],
  ['a go-away', control(7, 0, [0, 0, 0, 1, 0, 0, 0, 0]), [{ kind: 'go-away' }]],
  ['a reply, whose headers are skipped', control(2, 0, [0, 0, 0, 3, 1, 2, 3]), []],
  ['a reply that ends the stream', control(2, 1, [0, 0, 0, 3]), [{ kind: 'end', streamId: 3 }]],
  ['headers', control(8, 0, [0, 0, 0, 3, 1]), []],
  ['settings', control(4, 0, [0, 0, 0, 0]), []],
  ['a window update', control(9, 0, [0, 0, 0, 3, 0, 0, 0, 1]), []],
  ['a control frame without a payload', control(4, 0, []), []],
];

describe('FrameReader', () => {
  it.each(FRAMES)('reads %s', (_label, bytes, events) => {
    expect(joined(read(bytes))).toEqual(events);
  });

  it.each([1, 2, 3, 7, 8, 9, 50])('reads frames that come in pieces of %i bytes', (size) => {
    const all = Buffer.concat(FRAMES.map(([, bytes]) => bytes));
    expect(joined(read(all, size))).toEqual(joined(FRAMES.flatMap(([, bytes]) => read(bytes))));
  });

  it('hands data on before its frame is whole', () => {
    const bytes = encodeData(3, [Buffer.from('abcdef')], true);
    expect(joined(read(bytes.subarray(0, 10)))).toEqual([{ streamId: 3, text: 'ab' }]);
  });

  it.each([
    ['another version', Buffer.from([0x80, 2, 0, 6, 0, 0, 0, 4, 0, 0, 0, 2]), 'a frame of SPDY version 2'],
    [
      'a huge control frame',
      Buffer.from([0x80, 3, 0, 2, 0, 0xff, 0xff, 0xff]),
      'a control frame of 16777215 bytes',
    ],
  ])('stops at %s', (_label, bytes, why) => {
    expect(read(Buffer.concat([bytes, encodePing(2)]))).toEqual([{ kind: 'broken', why }]);
  });
});

describe('encodeSynStream', () => {
  it('opens a stream, and can end our direction at once', () => {
    const block = Buffer.from('block');
    expect(encodeSynStream({ streamId: 7, isLast: true }, block)).toEqual(
      control(1, 1, [0, 0, 0, 7, 0, 0, 0, 0, 0, 0, ...block]),
    );
    expect(encodeSynStream({ streamId: 7, isLast: false }, block)[4]).toBe(0);
  });
});
