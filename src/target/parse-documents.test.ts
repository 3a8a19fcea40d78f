import { describe, expect, it } from 'vitest';
import { parseDocuments } from './parse-documents.ts';

const deepMap = (levels: number): string =>
  Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}a:`).join('\n');

describe('parseDocuments', () => {
  it.each([
    { label: 'JSON', text: '{"a":[1,"x",null]}', documents: [{ a: [1, 'x', null] }] },
    { label: 'YAML', text: 'a:\n- 1\n- x\n', documents: [{ a: [1, 'x'] }] },
    {
      label: 'YAML with separators',
      text: '---\na: 1\n---\n---\n# no more\n---\nb: 2\n...\n',
      documents: [{ a: 1 }, { b: 2 }],
    },
    { label: 'JSON with separators', text: '{"a":1}\n---\n{"b":2}\n', documents: [{ a: 1 }, { b: 2 }] },
    { label: 'JSON behind JSON', text: '{"a":1}\n{"b":2}{"c":3}', documents: [{ a: 1 }, { b: 2 }, { c: 3 }] },
    { label: 'a list', text: '[1]', documents: [[1]] },
    { label: 'nothing', text: '', documents: [] },
    { label: 'null', text: 'null', documents: [] },
    { label: 'a comment', text: '# a\n', documents: [] },
    { label: 'the words of YAML 1.1', text: 'a: [yes, off, 0777]', documents: [{ a: [true, false, 511] }] },
    {
      label: 'numbers',
      text: 'a: [0o17, -0o7, 0x1F, 1_000, .5, 1., 1e3, +.5]',
      documents: [{ a: [15, -7, 31, 1000, 0.5, 1, 1000, 0.5] }],
    },
    {
      label: 'what only looks like a number as a text',
      text: 'a: [., e3, .e1, 0o9, 1.2.3]',
      documents: [{ a: ['.', 'e3', '.e1', '0o9', '1.2.3'] }],
    },
    {
      label: 'dates and times as texts',
      text: 'a: [2025-01-01, 2025-01-01T10:00:00Z, 1:30, 1:30.5]',
      documents: [{ a: ['2025-01-01', '2025-01-01T10:00:00Z', '1:30', '1:30.5'] }],
    },
    {
      label: 'anchors and merged maps',
      text: 'a: &a {x: 1}\nb: *a\nc: {<<: *a, z: 2}\n',
      documents: [{ a: { x: 1 }, b: { x: 1 }, c: { x: 1, z: 2 } }],
    },
  ])('reads $label', async ({ text, documents }) => {
    expect(await parseDocuments(text, 'f.yaml')).toEqual(documents);
  });

  it.each([
    { label: 'a list without its end', text: 'a: [', why: /^line 1, column 5: / },
    {
      label: 'a key that is given twice',
      text: 'a: 1\na: 2\n',
      why: /^line 2, column 1: Map keys must be unique/,
    },
    {
      label: 'a value that contains itself',
      text: 'a: &a\n  b: *a\n',
      why: /^line 2, column 6: the value of anchor "a" contains itself$/,
    },
    {
      label: 'an alias of nothing',
      text: 'a: 1\n---\nb:\n- *nobody\n',
      why: /^line 4, column 3: there is no anchor "nobody" in front of this alias$/,
    },
    {
      label: 'an alias in front of its anchor',
      text: 'a: *b\nb: &b 1\n',
      why: /^line 1, column 4: there is no anchor "b" in front of this alias$/,
    },
    {
      label: 'anchors that multiply',
      text: '# lol\na: &a [x]\nb: &b [*a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b]\nd: [*c, *c, *c]\n',
      why: /^line 2, column 1: Excessive alias count/,
    },
    { label: 'a mistake in the second document', text: 'a: 1\n---\nb: "\n', why: /^line \d, column \d: / },
    { label: 'text behind JSON', text: '{"a":1} x', why: /^line 1, column 9: / },
  ])('refuses $label with the name of the file and the place', async ({ text, why }) => {
    const error: unknown = await parseDocuments(text, 'f.yaml').catch((thrown: unknown) => thrown);
    const message = error instanceof Error ? error.message : '';
    expect(error).toMatchObject({ kind: 'usage' });
    const [start = '', reason = ''] = message.split('f.yaml is neither JSON nor YAML: ');
    expect(start).toBe('');
    expect(reason).toMatch(why);
    expect(message).not.toContain('\n');
  });

  it.each([
    { label: 'JSON', text: `${'['.repeat(100_000)}${']'.repeat(100_000)}` },
    { label: 'JSON of some levels too many', text: `${'['.repeat(301)}${']'.repeat(301)}` },
    { label: 'YAML', text: `a: ${'['.repeat(100_000)}${']'.repeat(100_000)}` },
    { label: 'YAML of some levels too many', text: `a: ${'['.repeat(300)}${']'.repeat(300)}` },
    { label: 'YAML lists on one line', text: `${'- '.repeat(100_000)}a` },
    { label: 'YAML maps, one below the other', text: deepMap(301) },
  ])('refuses $label that is nested too deeply', async ({ text }) => {
    await expect(parseDocuments(text, 'f.yaml')).rejects.toMatchObject({
      kind: 'usage',
      message: 'f.yaml cannot be read: it is nested more than 300 levels deep',
    });
  });

  it.each([
    { label: 'JSON', text: `${'['.repeat(300)}${']'.repeat(300)}` },
    { label: 'YAML', text: `a: ${'['.repeat(299)}${']'.repeat(299)}` },
    { label: 'YAML lists on one line', text: `${'- '.repeat(300)}a` },
    { label: 'YAML maps', text: deepMap(300) },
  ])('reads $label of as many levels as are allowed', async ({ text }) => {
    expect(await parseDocuments(text, 'f.yaml')).toHaveLength(1);
  });
});
