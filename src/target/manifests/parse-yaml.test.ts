import { describe, expect, it } from 'vitest';
import { parseYamlDocuments, passedBoundOf } from './parse-yaml.ts';

describe('parseYamlDocuments', () => {
  it.each([
    { text: 'a: yes', expected: { a: true } },
    { text: 'a: 2025-01-01', expected: { a: '2025-01-01' } },
    { text: 'a: 1:30', expected: { a: '1:30' } },
    { text: 'a: 0644', expected: { a: 420 } },
    { text: 'a: 0o644', expected: { a: 420 } },
    { text: 'a: 1e3', expected: { a: 1000 } },
    { text: 'a: e3', expected: { a: 'e3' } },
    { text: 'a: .', expected: { a: '.' } },
  ])('reads "$text" as kubectl does', ({ text, expected }) => {
    expect(parseYamlDocuments(text)).toEqual([expected]);
  });

  it('reads several documents, an empty one as null', () => {
    expect(parseYamlDocuments('a: 1\n---\n---\nb: 2\n')).toEqual([{ a: 1 }, null, { b: 2 }]);
  });

  it('names the place of a mistake', () => {
    expect(() => parseYamlDocuments('a: 1\nb: [')).toThrow(/^line 2, column \d+: /);
  });
});

it('knows no bound of another error', () => {
  expect(passedBoundOf(new Error('x'))).toBeUndefined();
});
