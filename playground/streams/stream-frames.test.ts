import { describe, expect, it } from 'vitest';
import { decodeClientMessage, encodeServerMessages } from './stream-frames.ts';

const V5 = 'v5.channel.k8s.io';
const V4 = 'v4.channel.k8s.io';

function message(channel: number, text: string): Buffer {
  return Buffer.concat([Buffer.of(channel), Buffer.from(text)]);
}

describe('decodeClientMessage', () => {
  it.each([
    { label: 'input', bytes: message(0, 'ls\n'), expected: { kind: 'stdin', data: Buffer.from('ls\n') } },
    { label: 'no input', bytes: message(0, ''), expected: { kind: 'ignored' } },
    { label: 'a frame without a byte', bytes: Buffer.of(), expected: { kind: 'ignored' } },
    { label: 'output of a client', bytes: message(1, 'x'), expected: { kind: 'ignored' } },
    { label: 'an unknown channel', bytes: message(9, 'x'), expected: { kind: 'ignored' } },
    {
      label: 'a size',
      bytes: message(4, '{"Width":80,"Height":24}'),
      expected: { kind: 'resize', size: { columns: 80, rows: 24 } },
    },
    {
      label: 'a size in lower case',
      bytes: message(4, '{"width":1,"height":65535}\n'),
      expected: { kind: 'resize', size: { columns: 1, rows: 65535 } },
    },
    { label: 'a size of zero', bytes: message(4, '{"Width":0,"Height":24}'), expected: { kind: 'ignored' } },
    { label: 'an empty size', bytes: message(4, '{}'), expected: { kind: 'ignored' } },
    { label: 'a size message without content', bytes: message(4, ''), expected: { kind: 'ignored' } },
    {
      label: 'a size beyond 16 bits',
      bytes: message(4, '{"Width":65536}'),
      expected: { kind: 'broken-resize' },
    },
    { label: 'a negative size', bytes: message(4, '{"Width":-1}'), expected: { kind: 'broken-resize' } },
    { label: 'a size that is no JSON', bytes: message(4, '80x24'), expected: { kind: 'broken-resize' } },
    { label: 'the end of input', bytes: Buffer.of(255, 0), expected: { kind: 'end-stdin' } },
    { label: 'the end of output', bytes: Buffer.of(255, 1), expected: { kind: 'ignored' } },
    { label: 'an end without a channel', bytes: Buffer.of(255), expected: { kind: 'broken-close' } },
    { label: 'an end of two channels', bytes: Buffer.of(255, 0, 0), expected: { kind: 'broken-close' } },
    { label: 'an end of no channel', bytes: Buffer.of(255, 7), expected: { kind: 'broken-close' } },
  ])('takes $label as $expected.kind', ({ bytes, expected }) => {
    expect(decodeClientMessage(bytes, V5)).toEqual(expected);
  });

  it.each([Buffer.of(255, 0), Buffer.of(255), Buffer.of(255, 7)])('knows no close message on v4', (bytes) => {
    expect(decodeClientMessage(bytes, V4)).toEqual({ kind: 'ignored' });
  });
});

describe('encodeServerMessages', () => {
  it('splits output into messages of 32 KiB with their channel', () => {
    const messages = encodeServerMessages(2, Buffer.alloc(70_000, 'x'));
    expect(messages.map(({ length }) => length)).toEqual([32_769, 32_769, 4_465]);
    expect(messages.map(([channel]) => channel)).toEqual([2, 2, 2]);
  });
});
