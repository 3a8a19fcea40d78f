import { describe, expect, it } from 'vitest';
import { parseYaml, type ParsedYaml, type YamlOptions } from './parse-yaml.ts';

const documents = (...values: readonly unknown[]): ParsedYaml => ({
  kind: 'documents',
  documents: values,
  repeatedKeys: [],
});

describe('parseYaml', () => {
  it.each<{ label: string; text: string; version: YamlOptions['version']; expected: ParsedYaml }>([
    { label: 'no document', text: '', version: '1.2', expected: documents() },
    { label: 'a document', text: 'a: [1, b]\n', version: '1.2', expected: documents({ a: [1, 'b'] }) },
    { label: 'several documents', text: '1\n---\n---\n2\n', version: '1.2', expected: documents(1, null, 2) },
    { label: 'yes as a text in YAML 1.2', text: 'yes', version: '1.2', expected: documents('yes') },
    { label: 'yes as true in YAML 1.1', text: 'yes', version: '1.1', expected: documents(true) },
    {
      label: 'a merge key in YAML 1.2, as Go does',
      text: 'a: &a {x: 1}\nb: {<<: *a}\n',
      version: '1.2',
      expected: documents({ a: { x: 1 }, b: { x: 1 } }),
    },
  ])('reads $label', ({ text, version, expected }) => {
    expect(parseYaml(text, { version })).toEqual(expected);
  });

  it.each([
    { text: 'a: yes', expected: { a: true } },
    { text: 'a: 2025-01-01', expected: { a: '2025-01-01' } },
    { text: 'a: 1:30', expected: { a: '1:30' } },
    { text: 'a: 0644', expected: { a: 420 } },
    { text: 'a: 0o644', expected: { a: 420 } },
    { text: 'a: 1e3', expected: { a: 1000 } },
    { text: 'a: e3', expected: { a: 'e3' } },
    { text: 'a: .', expected: { a: '.' } },
  ])('reads "$text" in YAML 1.1 as kubectl does', ({ text, expected }) => {
    expect(parseYaml(text, { version: '1.1' })).toEqual(documents(expected));
  });

  it('takes a repeated key for a mistake, with its place', () => {
    expect(parseYaml('a: 1\nb:\n  c: 1\n  c: 2\n', { version: '1.1' })).toMatchObject({
      kind: 'mistake',
      line: 4,
      column: 3,
      why: 'Map keys must be unique',
    });
  });

  it('allows repeated keys when told to: the last one counts, and each is reported', () => {
    expect(parseYaml('a: 1\na: 2\n', { version: '1.1', allowsRepeatedKeys: true })).toEqual({
      kind: 'documents',
      documents: [{ a: 2 }],
      repeatedKeys: [{ line: 2, column: 1 }],
    });
  });

  it.each([
    { label: 'text that is no YAML', text: 'a: 1\nb: [\n' },
    { label: 'an alias without an anchor', text: 'a: 1\nb: *c\n' },
  ])('names the place of $label in one line', ({ text }) => {
    const parsed = parseYaml(text, { version: '1.2' });
    expect(parsed).toMatchObject({ kind: 'mistake', why: expect.stringMatching(/^.+$/) });
    expect(parsed.kind === 'mistake' && parsed.line).toBeGreaterThan(1);
  });

  it('names the bound that a text passes', () => {
    expect(parseYaml('['.repeat(5000), { version: '1.2' })).toEqual({ kind: 'too-large', bound: 'nesting' });
  });
});
