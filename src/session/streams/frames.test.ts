import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFrame, encodeEndOfStdin, encodeResize, encodeStdin, MAX_STDIN_BYTES } from './frames.ts';

describe('decodeFrame', () => {
  it.each([
    { label: 'stdout', data: [1, 104, 105], expected: { kind: 'stdout', bytes: Buffer.from('hi') } },
    { label: 'stderr', data: [2, 104, 105], expected: { kind: 'stderr', bytes: Buffer.from('hi') } },
    { label: 'the first message of a server', data: [], expected: { kind: 'empty' } },
    { label: 'an output message without output', data: [1], expected: { kind: 'empty' } },
    { label: 'an unknown channel', data: [9, 1], expected: { kind: 'unknown', channel: 9 } },
    { label: 'a close message', data: [255, 1], expected: { kind: 'unknown', channel: 255 } },
  ])('reads $label', ({ data, expected }) => {
    expect(decodeFrame(Buffer.from(data), true)).toEqual(expected);
  });

  it('reads a status', () => {
    const data = Buffer.concat([Buffer.of(3), Buffer.from('{"status":"Success"}')]);
    expect(decodeFrame(data, true)).toEqual({ kind: 'status', status: { kind: 'success' } });
  });

  it('knows a text message as one that the protocol does not have', () => {
    expect(decodeFrame(Buffer.from('\x01hi'), false)).toEqual({ kind: 'text' });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (data, isBinary) => {
        expect(decodeFrame(Buffer.from(data), isBinary).kind).not.toBe('');
      }),
    );
  });
});

describe('encodeStdin', () => {
  it('sends all bytes in order, in messages that no server has to split', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 3 * MAX_STDIN_BYTES }), (data) => {
        const messages = encodeStdin(Buffer.from(data));
        expect(messages.every((message) => message[0] === 0 && message.length <= MAX_STDIN_BYTES + 1)).toBe(
          true,
        );
        expect(Buffer.concat(messages.map((message) => message.subarray(1))).equals(Buffer.from(data))).toBe(
          true,
        );
      }),
      { numRuns: 30 },
    );
  });
});

describe('encodeResize', () => {
  it.each([
    { columns: 80, rows: 24, expected: '{"Width":80,"Height":24}' },
    { columns: 0, rows: -3, expected: '{"Width":1,"Height":1}' },
    { columns: 70_000, rows: Number.NaN, expected: '{"Width":65535,"Height":1}' },
    { columns: 80.7, rows: Number.POSITIVE_INFINITY, expected: '{"Width":80,"Height":65535}' },
  ])(
    'tells $columns × $rows as $expected, since a bad size ends all input for good',
    ({ columns, rows, expected }) => {
      const message = encodeResize({ columns, rows });
      expect(message[0]).toBe(4);
      expect(message.subarray(1).toString()).toBe(expected);
    },
  );
});

it('ends stdin with exactly the two bytes that the protocol asks for', () => {
  expect(encodeEndOfStdin()).toEqual(Buffer.of(255, 0));
});
