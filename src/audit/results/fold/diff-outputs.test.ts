import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffOutputs, makeDiff, type DiffLine } from './diff-outputs.ts';

const SIGNS = { same: ' ', removed: '-', added: '+', gap: '…' };
const shown = (lines: readonly DiffLine[] | undefined) =>
  lines?.map(({ kind, text }) => `${SIGNS[kind]}${text}`);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('');

describe('diffOutputs', () => {
  it.each([
    { label: 'one line', from: 'a\n', to: 'b\n', expected: ['-a', '+b'] },
    { label: 'a line more', from: 'a\n', to: 'a\nb\n', expected: [' a', '+b'] },
    { label: 'a line less', from: 'a\nb\n', to: 'b\n', expected: ['-a', ' b'] },
    { label: 'no output', from: 'a\n', to: '', expected: ['-a'] },
    { label: 'nothing', from: 'a\n', to: 'a\n', expected: [] },
    { label: 'the last line break', from: 'a\n', to: 'a', expected: [' a', '+(no line break at the end)'] },
    { label: 'no line break in both', from: 'a', to: 'b', expected: ['-a', '+b'] },
    {
      label: 'one line of many',
      from: numbered(1, 20),
      to: numbered(1, 20).replace('line 10\n', 'other\n'),
      expected: ['…', ' line 8', ' line 9', '-line 10', '+other', ' line 11', ' line 12', '…'],
    },
  ])('shows $label', ({ from, to, expected }) => {
    expect(shown(diffOutputs(from, to))).toEqual(expected);
  });

  it('does not compare long outputs that have nothing in common', () => {
    expect(diffOutputs(numbered(1, 20), numbered(101, 120))).toBeUndefined();
  });

  it('gives up on outputs that differ too much', () => {
    const [odd, even] = [1, 0].map((rest) =>
      numbered(1, 9000).replaceAll(/line (\d+)/g, (line, n) =>
        Number(n) % 3 === rest ? `x${rest}${line}` : line,
      ),
    );
    expect(diffOutputs(odd ?? '', even ?? '')).toBeUndefined();
  });

  it('has each line of the other output, in order', () => {
    const output = fc
      .array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 })
      .map((lines) => lines.map((line) => `${line}\n`).join(''));
    fc.assert(
      fc.property(output, output, (from, to) => {
        const lines = diffOutputs(from, to) ?? [];
        if (lines.some(({ kind }) => kind === 'gap') || lines.length === 0) return;
        const of = (...kinds: readonly string[]) =>
          lines
            .filter(({ kind }) => kinds.includes(kind))
            .map(({ text }) => `${text}\n`)
            .join('');
        expect(of('same', 'added')).toBe(to);
        expect(of('same', 'removed')).toBe(from);
      }),
    );
  });
});

describe('makeDiff', () => {
  it('compares nothing more once all comparisons together took too long', () => {
    let nowMs = 0;
    const now = () => new Date((nowMs += 300));
    const diff = makeDiff(now, 1000);
    const compared = Array.from({ length: 10 }, () => diff('a\n', 'b\n') !== undefined);
    expect(compared.filter(Boolean)).toHaveLength(4);
    expect(compared.indexOf(false)).toBe(4);
  });
});
