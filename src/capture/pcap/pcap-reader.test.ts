import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAt, someCuts } from '../../../test/builders/some-cuts.ts';
import { createPcapReader, type PcapHeader, type PcapPacket } from './pcap-reader.ts';

const LITTLE = 'd4c3b2a1';
const BIG = 'a1b2c3d4';
const LITTLE_NANO = '4d3cb2a1';
const BIG_NANO = 'a1b23c4d';

interface Written {
  readonly seconds: number;
  readonly fraction: number;
  readonly text: string;
  readonly originalLength?: number;
}

const isLittle = (magic: string): boolean => magic === LITTLE || magic === LITTLE_NANO;

function number(value: number, magic: string): Buffer {
  const bytes = Buffer.alloc(4);
  if (isLittle(magic)) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
}

function pcap(magic: string, linkType: number, packets: readonly Written[]): Buffer {
  const version = isLittle(magic) ? '02000400' : '00020004';
  const records = packets.flatMap(({ seconds, fraction, text, originalLength = text.length }) => [
    ...[seconds, fraction, text.length, originalLength].map((value) => number(value, magic)),
    Buffer.from(text),
  ]);
  return Buffer.concat([
    Buffer.from(magic + version + '00'.repeat(8), 'hex'),
    number(262_144, magic),
    number(linkType, magic),
    ...records,
  ]);
}

function readAll(pieces: readonly Buffer[]) {
  const headers: PcapHeader[] = [];
  const packets: PcapPacket[] = [];
  const reader = createPcapReader({
    onHeader: (header) => headers.push(header),
    onPacket: (packet) => packets.push(packet),
  });
  pieces.forEach(reader.read);
  return {
    headers,
    packets: packets.map(({ bytes, ...rest }) => ({ ...rest, text: bytes.toString() })),
    heldBytes: reader.heldBytes(),
  };
}

describe.each([
  { magic: LITTLE, timeDigits: 6, time: 1_700_000_000_000_007n },
  { magic: BIG, timeDigits: 6, time: 1_700_000_000_000_007n },
  { magic: LITTLE_NANO, timeDigits: 9, time: 1_700_000_000_000_000_007n },
  { magic: BIG_NANO, timeDigits: 9, time: 1_700_000_000_000_000_007n },
])('pcap that begins with $magic', ({ magic, timeDigits, time }) => {
  it.each([
    { name: 'EN10MB', linkType: 1 },
    { name: 'RAW', linkType: 101 },
    { name: 'LINUX_SLL', linkType: 113 },
    { name: 'LINUX_SLL2', linkType: 276 },
  ])('is read with the link type $name', ({ linkType }) => {
    const written = [{ seconds: 1_700_000_000, fraction: 7, text: 'hello', originalLength: 90 }];
    expect(readAll([pcap(magic, linkType, written)])).toEqual({
      headers: [{ linkType, snapLength: 262_144, timeDigits }],
      packets: [{ time, text: 'hello', originalLength: 90 }],
      heldBytes: 0,
    });
  });
});

it('reads the same however the stream is cut', () => {
  const written = fc.array(
    fc.record({
      seconds: fc.nat(2 ** 31),
      fraction: fc.nat(999_999),
      text: fc.string({ maxLength: 20, unit: 'grapheme-ascii' }),
    }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(written, fc.constantFrom(LITTLE, BIG), someCuts, (packets, magic, cuts) => {
      const bytes = pcap(magic, 1, packets);
      const { packets: read, heldBytes } = readAll(cutAt(bytes, cuts));
      expect(read.map(({ text }) => text)).toEqual(packets.map(({ text }) => text));
      expect(read.map(({ time }) => time)).toEqual(
        packets.map(({ seconds, fraction }) => BigInt(seconds) * 1_000_000n + BigInt(fraction)),
      );
      expect(heldBytes).toBe(0);
    }),
  );
});

it('keeps the beginning of a packet whose rest never comes', () => {
  const whole = pcap(LITTLE, 1, [
    { seconds: 1, fraction: 2, text: 'one' },
    { seconds: 1, fraction: 3, text: 'two' },
  ]);
  const { packets, heldBytes } = readAll([whole.subarray(0, -1)]);
  expect(packets.map(({ text }) => text)).toEqual(['one']);
  expect(heldBytes).toBe(18);
});

it('takes the checksums at the end of frames for no part of the link type', () => {
  expect(readAll([pcap(BIG, 0xf400_0001, [])]).headers[0]?.linkType).toBe(1);
});

it.each([
  { label: 'another program', bytes: Buffer.from('usage: tcp'), why: 'it begins with the bytes 75736167' },
  { label: 'pcapng', bytes: Buffer.from('0a0d0d0a', 'hex'), why: 'it begins with the bytes 0a0d0d0a' },
  {
    label: 'an older version',
    bytes: Buffer.from(`${BIG}00010004${'00'.repeat(16)}`, 'hex'),
    why: 'version 1',
  },
  {
    label: 'a stream that lost its place',
    bytes: pcap(LITTLE, 1, [{ seconds: 1, fraction: 1_000_000, text: 'x' }]),
    why: 'the time of a packet makes no sense',
  },
])('refuses $label', ({ bytes, why }) => {
  expect(() => readAll([bytes])).toThrow(expect.objectContaining({ kind: 'capture-failed' }));
  expect(() => readAll([bytes])).toThrow(why);
});

it('holds no packet that is larger than its bound', () => {
  const reader = createPcapReader({ onHeader: () => undefined, onPacket: () => undefined });
  reader.read(pcap(LITTLE, 1, []));
  const record = Buffer.concat([1, 1, 1024 * 1024 + 1, 0xffff_ffff].map((value) => number(value, LITTLE)));
  expect(() => reader.read(record)).toThrow(expect.objectContaining({ kind: 'too-large' }));
});
