import { describe, expect, it } from 'vitest';
import { parseDocuments } from './parse-documents.ts';

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
    { label: 'a list without its end', text: 'a: [' },
    { label: 'a key that is given twice', text: 'a: 1\na: 2\n' },
    { label: 'a value that contains itself', text: 'a: &a\n  b: *a\n' },
    {
      label: 'anchors that multiply',
      text: 'a: &a [x]\nb: &b [*a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b]\nd: [*c, *c, *c]\n',
    },
    { label: 'a mistake in the second document', text: 'a: 1\n---\nb: "\n' },
  ])('refuses $label with the name of the file', async ({ text }) => {
    await expect(parseDocuments(text, 'f.yaml')).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringMatching(/^f\.yaml is neither JSON nor YAML: /),
    });
  });
});
