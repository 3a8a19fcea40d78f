import { describe, expect, it } from 'vitest';
import { IS_SOAK, SHARE, shareBounds } from '../../../test/drivers/soak.ts';
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
    {
      label: 'maps that are merged from lists, where what stands there itself wins',
      text: 'a: &a {x: 1, w: 1}\nb: &b {w: 2, z: 2}\nc: {z: 3, <<: [*a, *b]}\n',
      documents: [{ a: { x: 1, w: 1 }, b: { w: 2, z: 2 }, c: { x: 1, w: 1, z: 3 } }],
    },
    {
      label: 'anchors by the last of their name, also where one stands in another',
      text: 'a: &a {b: &b 1}\nc: &b 2\nd: *a\ne: *b\n',
      documents: [{ a: { b: 1 }, c: 2, d: { b: 1 }, e: 2 }],
    },
    {
      label: 'keys that are no texts, sets, ordered maps and bytes',
      text: '1: a\ntrue: b\n~: c\ns: !!set {x, w}\no: !!omap [m: 1, v: 2]\nb: !!binary aGk=\n',
      documents: [{ 1: 'a', true: 'b', '': 'c', s: { x: null, w: null }, o: [{ m: 1 }, { v: 2 }], b: 'hi' }],
    },
    { label: 'numbers that JSON has not', text: 'a: [.nan, .inf]', documents: [{ a: [null, null] }] },
    {
      label: 'quotes and brackets in JSON behind JSON',
      text: '{"a":"\\"}{"}{"b":[{}]}',
      documents: [{ a: '"}{' }, { b: [{}] }],
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
      why: /^line 2, column 6: the value of an anchor contains itself: "a"$/,
    },
    {
      label: 'an alias of nothing',
      text: 'a: 1\n---\nb:\n- *nobody\n',
      why: /^line 4, column 3: there is no anchor in front of this alias: "nobody"$/,
    },
    {
      label: 'an alias in front of its anchor',
      text: 'a: *b\nb: &b 1\n',
      why: /^line 1, column 4: there is no anchor in front of this alias: "b"$/,
    },
    {
      label: 'a key that is a map',
      text: 'a: 1\n? {b: 1}\n: 2\n',
      why: /^line 2, column 3: a key must be a text$/,
    },
    {
      label: 'what cannot be merged',
      text: 'a: 1\n<<: [x]\n',
      why: /^line 2, column 6: Merge sources must be maps/,
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
      kind: 'too-large',
      message: 'f.yaml is nested more than 300 levels deep',
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

/** Enough that their square would take minutes in a soak, and seconds otherwise. */
const MANY = IS_SOAK ? 40_000 : 8_000;

/** Ten names, each of which stands for ten of the one before. */
const LAUGHS = [
  'a0: &a0 [lol]',
  ...Array.from({ length: 9 }, (_, level) => `a${level + 1}: &a${level + 1} [${`*a${level}, `.repeat(10)}]`),
].join('\n');
const MERGED = [
  `a0: &a0 {${Array.from({ length: 1000 }, (_, key) => `k${key}: v`).join(', ')}}`,
  `b: [${'{<<: *a0}, '.repeat(20_000 / SHARE)}]`,
].join('\n');
const CHAIN = Array.from(
  { length: 400 },
  (_, at) => `a${at}: &a${at} [${at === 0 ? '' : `*a${at - 1}`}]`,
).join('\n');

describe('a document that would become too much', () => {
  const EXPANDED = 'f.yaml would be more than 64 MiB with its aliases expanded';
  it.each([
    { label: 'a billion laughs', text: LAUGHS, message: EXPANDED },
    {
      label: 'sixty times a long text',
      text: `a: &a ${'x'.repeat((6 * 1024 * 1024) / SHARE)}\nb: [${'*a, '.repeat(60)}]`,
      message: EXPANDED,
    },
    { label: 'a map that is merged again and again', text: MERGED, message: EXPANDED },
    { label: 'a chain of aliases', text: CHAIN, message: 'f.yaml is nested more than 300 levels deep' },
    {
      label: 'documents without an end',
      text: '---\n'.repeat(10_002),
      message: 'f.yaml has more than 10,000 documents',
    },
    {
      label: 'JSON without an end',
      text: '{}'.repeat(10_001),
      message: 'f.yaml has more than 10,000 documents',
    },
    {
      label: 'more words than fit in memory',
      text: `a: b${'\n'.repeat(2_000_000 / SHARE + 1)}`,
      message: 'f.yaml has more than 2,000,000 tokens',
    },
  ])(
    'is refused by the name of its bound: $label',
    async ({ text, message }) => {
      if (text !== CHAIN) shareBounds('yamlExpanded', 'yamlTokens');
      await expect(parseDocuments(text, 'f.yaml')).rejects.toMatchObject({ kind: 'too-large', message });
    },
    60_000,
  );

  it('may have any number of aliases that make little', async () => {
    const [document] = await parseDocuments(`a: &a x\nb: [${'*a, '.repeat(MANY)}]`, 'f.yaml');
    expect(document).toMatchObject({ a: 'x' });
    expect((document as { readonly b: readonly string[] }).b).toHaveLength(MANY);
  });
});

/** Texts of `n` parts that once took the square of that; many would not come to an end in a test. */
const LARGE: Readonly<Record<string, (n: number) => string>> = {
  keys: (n) => Array.from({ length: n }, (_, key) => `k${key}: v\n`).join(''),
  'keys in one line': (n) => `{${Array.from({ length: n }, (_, key) => `k${key}: v`).join(', ')}}`,
  'anchors with aliases': (n) =>
    Array.from({ length: n / 2 }, (_, at) => `- &a${at} v\n- *a${at}\n`).join(''),
  'escaped quotes behind an open one': (n) => `{"${'\\"'.repeat(10 * n)}`,
  'mistakes of one kind': (n) => `[${','.repeat(n)}]`,
  'mistakes of another kind': (n) => ']'.repeat(n),
  'tags that nobody knows': (n) => '- !x v\n'.repeat(n),
  comments: (n) => `${'# c\n'.repeat(n)}a: b\n`,
  'a comment': (n) => `#${'c'.repeat(10 * n)}\na: b\n`,
  'a text of many lines': (n) => `a: b\n${'  c\n'.repeat(n)}`,
  'a text in quotes': (n) => `a: "${'c\\n\n  '.repeat(n)}"\n`,
};

it.each(Object.keys(LARGE))(
  `takes no more than it should for ${MANY} %s`,
  async (kind) => {
    const text = LARGE[kind]?.(MANY) ?? '';
    // Either way; only that it comes to an end matters.
    const outcome = await parseDocuments(text, 'f.yaml').then(
      () => 'read',
      (error: unknown) => (error as { readonly kind: string }).kind,
    );
    expect(outcome).toBe(kind.startsWith('mistakes') || kind.includes('open') ? 'usage' : 'read');
  },
  60_000,
);
