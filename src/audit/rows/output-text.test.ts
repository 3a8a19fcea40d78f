import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOutputText } from './output-text.ts';

const read = (bytes: readonly number[] | string, isTruncated = false) =>
  readOutputText(Buffer.from(bytes as string), isTruncated);

describe('readOutputText', () => {
  it.each([
    { label: 'nothing', bytes: '', encoding: 'utf8', isBinary: false },
    { label: 'words', bytes: 'uid=0(root)\n', encoding: 'utf8', isBinary: false },
    { label: 'an environment, parted by NUL', bytes: 'A=1\0B=2\0', encoding: 'utf8', isBinary: false },
    { label: 'colours', bytes: '\u001b[31mred\u001b[0m', encoding: 'utf8', isBinary: false },
    {
      label: 'Latin-1',
      bytes: [...Buffer.from('Gr\u00fc\u00dfe aus Z\u00fcrich, heute', 'latin1')],
      encoding: 'bytes',
      isBinary: false,
    },
    {
      label: 'a compressed file',
      bytes: [0x1f, 0x8b, 8, 0, 0xff, 0xfe, 0x93, 0x01],
      encoding: 'bytes',
      isBinary: true,
    },
    {
      label: 'the head of a program, which is mostly NUL',
      bytes: [0x7f, ...Buffer.from('ELF'), 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x3e, 0, 0xeb, 0x40, 0, 0],
      encoding: 'bytes',
      isBinary: true,
    },
    {
      label: 'an environment in Latin-1',
      bytes: [...Buffer.from('NAME=Z\u00fcrich\0HOME=/root\0', 'latin1')],
      encoding: 'bytes',
      isBinary: false,
    },
    { label: 'control characters', bytes: '\u0001\u0002\u0003ab', encoding: 'utf8', isBinary: true },
  ])('reads $label as $encoding, binary: $isBinary', ({ bytes, encoding, isBinary }) => {
    expect(read(bytes)).toMatchObject({ encoding, isBinary });
  });

  it('takes output for text although its last character is cut', () => {
    const cut = [...Buffer.from('Z\u00fc')].slice(0, 2);
    expect(read(cut, true)).toMatchObject({ encoding: 'utf8', exact: 'Z' });
    expect(read(cut, false).encoding).toBe('bytes');
  });

  it('never takes two different outputs for the same', () => {
    const outputs = fc.uint8Array({ maxLength: 4 });
    fc.assert(
      fc.property(outputs, outputs, (one, other) => {
        const [a, b] = [readOutputText(one, false), readOutputText(other, false)];
        const isSame = a.encoding === b.encoding && a.exact === b.exact;
        return isSame === Buffer.from(one).equals(Buffer.from(other));
      }),
    );
  });
});
