import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutAt, someCuts } from '../../../test/builders/some-cuts.ts';
import { readControlLines } from './control-lines.ts';

function read(pieces: readonly Buffer[]) {
  const lines: string[] = [];
  const control = readControlLines('n0nce', ({ word, fields }) => lines.push([word, ...fields].join('|')));
  pieces.forEach(control.read);
  return { lines, others: control.others() };
}

it('tells our lines from those of the tools however the stream is cut', () => {
  const text = 'n0nce hash 0 ab\ntar: n0nce end\n\nn0nce end\nn0ncend\n n0nce end\nn0nce a\n';
  const expected = {
    lines: ['hash|0|ab', 'end', 'a'],
    others: ['tar: n0nce end', 'n0ncend', ' n0nce end'],
  };
  fc.assert(
    fc.property(someCuts, (cuts) => {
      expect(read(cutAt(Buffer.from(text), cuts))).toEqual(expected);
    }),
  );
});

it('does not take a line before it has ended', () => {
  expect(read([Buffer.from('n0nce end')])).toEqual({ lines: [], others: [] });
});

it('bounds what it keeps of the tools', () => {
  const { others } = read([Buffer.from(`${'x'.repeat(1000)}\n`.repeat(100))]);
  expect(others).toHaveLength(50);
  expect(others[0]).toHaveLength(500);
});
