import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../test/drivers/soak.ts';
import { parseYaml } from './parse-yaml.ts';
import { parseKubectlYaml } from './kubectl-yaml.ts';

const lines = (...texts: readonly string[]) => texts.join('\n');

/** The one document of a text, by the full parser. */
function parseFully(text: string): unknown {
  const parsed = parseYaml(text, { version: '1.2' });
  return parsed.kind === 'documents' && parsed.documents.length <= 1 ? (parsed.documents[0] ?? null) : parsed;
}

const KUBECTL = lines(
  'apiVersion: v1',
  'clusters:',
  '- cluster:',
  '    certificate-authority-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==',
  '    extensions:',
  '    - extension:',
  '        last-update: Thu, 20 Nov 2026 10:00:00 UTC',
  '      name: cluster_info',
  '    server: https://[::1]:6443',
  '  name: arn:aws:eks:eu-west-1:1:cluster/prod',
  'contexts: []',
  'current-context: ""',
  'preferences: {}',
  'users:',
  '- name: me',
  '  user:',
  '    exec:',
  '      args:',
  '      - --region',
  "      - 'eu'",
  '      env: null',
  '      provideClusterInfo: false',
  '    token: 1d02aad473ffe58035b681a626fdf75f',
  '',
);

describe('parseKubectlYaml', () => {
  it('reads what kubectl and cloud tools write, as the parser of YAML does', () => {
    const parsed = parseKubectlYaml(KUBECTL);
    expect(parsed).toBeDefined();
    expect(parsed).toEqual(parseFully(KUBECTL));
  });

  it.each([
    { label: 'comments and empty lines', text: '# mine\na: b\n\n  # more\nc: d' },
    { label: 'line ends of Windows', text: 'a: b\r\nc:\r\n- d\r\n' },
    { label: 'a key without a value', text: 'a:\nb:\n  c:\n' },
    { label: 'items that are further in than their key', text: 'a:\n  - b: c\n    d: e\n  - f' },
    { label: 'blanks at the end of a line', text: 'a: b  \nc: \n- d ' },
  ])('reads $label', ({ text }) => {
    const parsed = parseKubectlYaml(text);
    expect(parsed).toBeDefined();
    expect(parsed).toEqual(parseFully(text));
  });

  it.each([
    '',
    '- a',
    'a',
    '{a: b}',
    'a: {b: c}',
    'a: [b]',
    'a: |\n  b',
    'a: >-\n  b',
    'a: &b c\nd: *b',
    'a: !!str b',
    'a: 1',
    'a: 0x1f',
    'a: 1e10',
    'a: True',
    'a: False',
    'a: NULL',
    'a: ~',
    'a: "b\\n"',
    "a: 'it''s'",
    'a: b # c',
    'a: b: c',
    'a: b\n  c',
    'a: b\n  c: d',
    'a: b\na: c',
    'a:\n- - b',
    '<<: a',
    '__proto__: a',
    'null: a',
    '"a": b',
    '---\na: b',
    'a: b\n...',
    'a:\tb',
    'a:\n    b: c\n  d: e',
    'a: ü',
  ])('leaves %j to the parser of YAML', (text) => {
    expect(parseKubectlYaml(text)).toBeUndefined();
  });

  it('never reads another thing than the parser of YAML', () => {
    const pieces = [
      'a',
      'b-c',
      ':',
      ': ',
      '- ',
      '-',
      '\n',
      '  ',
      ' ',
      '    ',
      '#',
      ' #',
      '"',
      "'",
      '{}',
      '[]',
      'true',
    ];
    const values = [
      'null',
      '1',
      '1e3',
      '0x1',
      '.5',
      '...',
      '---',
      'https://x:1',
      'é',
      '\r\n',
      '\t',
      '|',
      '?',
      '&a',
      '*a',
    ];
    const text = fc
      .array(fc.constantFrom(...pieces, ...values), { maxLength: 24 })
      .map((parts) => parts.join(''));
    const block = fc
      .array(
        fc.tuple(
          fc.constantFrom('', '  ', '    ', '- ', '  - ', ' '),
          fc.constantFrom('a:', 'b:', 'c: d', 'a: b:c', 'x'),
        ),
      )
      .map((rows) => rows.map(([indent, row]) => indent + row).join('\n'));
    fc.assert(
      fc.property(fc.oneof(text, block), (source) => {
        const parsed = parseKubectlYaml(source);
        if (parsed !== undefined) expect(parsed).toEqual(parseFully(source));
      }),
      { numRuns: runsOf(3000) },
    );
  });
});
