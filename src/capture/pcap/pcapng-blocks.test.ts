import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { captureTime, interfaceBlock, packetBlock, sectionBlock, statisticsBlock } from './pcapng-blocks.ts';

/** The bytes of a block, in hexadecimal; spaces are for people. */
const hex = (text: string): string => text.replaceAll(/\s/g, '');

const INTERFACE = { name: 'shop/web-1', linkType: 276, snapLength: 262_144, timeDigits: 6 };
const PACKET = { interfaceIndex: 2, time: 0x0001_0203_0405_0607n, originalLength: 9 };

describe('the bytes of', () => {
  it('a section', () => {
    expect(sectionBlock({ application: 'kd 1' }).toString('hex')).toBe(
      hex(`0a0d0d0a 28000000 4d3c2b1a 0100 0000 ffffffffffffffff
        0400 0400 6b642031 0000 0000 28000000`),
    );
  });

  it('an interface', () => {
    expect(interfaceBlock({ ...INTERFACE, filter: 'port 53' }).toString('hex')).toBe(
      hex(`01000000 3c000000 1401 0000 00000400
        0200 0a00 73686f702f7765622d31 0000
        0900 0100 06 000000
        0b00 0800 00 706f7274203533
        0000 0000 3c000000`),
    );
  });

  it.each([
    { text: '', padded: '', length: '20000000' },
    { text: 'a', padded: '61000000', length: '24000000' },
    { text: 'abcd', padded: '61626364', length: '24000000' },
    { text: 'abcde', padded: '6162636465000000', length: '28000000' },
  ])('a packet with "$text"', ({ text, padded, length }) => {
    const kept = text.length.toString(16).padStart(2, '0');
    expect(packetBlock({ ...PACKET, bytes: Buffer.from(text) }).toString('hex')).toBe(
      hex(`06000000 ${length} 02000000 03020100 07060504 ${kept}000000 09000000 ${padded} ${length}`),
    );
  });

  it('the statistics of an interface', () => {
    const counts = { captured: 5, received: 7, dropped: 2 };
    const times = { startTime: 1n, endTime: 0x1_0000_0002n };
    expect(statisticsBlock({ interfaceIndex: 1, counts, ...times }).toString('hex')).toBe(
      hex(`05000000 64000000 01000000 01000000 02000000
        0200 0800 00000000 01000000
        0300 0800 01000000 02000000
        0400 0800 0700000000000000
        0500 0800 0200000000000000
        0600 0800 0700000000000000
        0800 0800 0500000000000000
        0000 0000 64000000`),
    );
  });
});

it('leaves out what is not known', () => {
  const described = { ...INTERFACE, description: undefined, filter: '' };
  expect(interfaceBlock(described)).toEqual(interfaceBlock(INTERFACE));
});

it('cuts off a text that is longer than an option can be', () => {
  const block = sectionBlock({ application: 'x'.repeat(70_000) });
  expect(block.readUInt32LE(4)).toBe(block.length);
  expect(block.readUInt16LE(26)).toBe(65_535);
});

it('says the length of each block before and after it, and fills it up to 32 bits', () => {
  const text = fc.string({ maxLength: 40 });
  const blocks = fc.oneof(
    fc.record({ application: text, os: text, hardware: text }).map(sectionBlock),
    fc
      .record({ name: text, description: text, filter: text })
      .map((texts) => interfaceBlock({ ...INTERFACE, ...texts })),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => packetBlock({ ...PACKET, bytes: Buffer.from(bytes) })),
  );
  fc.assert(
    fc.property(blocks, (block) => {
      expect(block.length % 4).toBe(0);
      expect(block.readUInt32LE(4)).toBe(block.length);
      expect(block.readUInt32LE(block.length - 4)).toBe(block.length);
    }),
  );
});

it.each([
  { timeDigits: 6, time: 1_700_000_000_123_000n },
  { timeDigits: 9, time: 1_700_000_000_123_000_000n },
])('has moments in units of $timeDigits digits', ({ timeDigits, time }) => {
  expect(captureTime(new Date(1_700_000_000_123), timeDigits)).toBe(time);
});
