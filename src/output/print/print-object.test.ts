import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { aPod } from '../../../test/builders/a-pod.ts';
import { openList, printObject } from './print-object.ts';

const POD = {
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name: 'web-1', annotations: { b: '<a> & "b"', a: '' } },
  spec: { containers: [] },
};

describe('printObject', () => {
  it('prints JSON with sorted keys and four spaces, escaped as Go does', () => {
    expect(printObject(POD, 'json')).toBe(
      [
        '{',
        '    "apiVersion": "v1",',
        '    "kind": "Pod",',
        '    "metadata": {',
        '        "annotations": {',
        '            "a": "",',
        '            "b": "\\u003ca\\u003e \\u0026 \\"b\\""',
        '        },',
        '        "name": "web-1"',
        '    },',
        '    "spec": {',
        '        "containers": []',
        '    }',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('prints YAML', () => {
    expect(printObject({ ...POD, metadata: { name: 'web-1' } }, 'yaml')).toBe(
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web-1\nspec:\n  containers: []\n',
    );
  });

  it('prints a name that kubectl takes back', () => {
    expect(printObject(POD, 'name')).toBe('pod/web-1\n');
  });

  it.each(['json', 'yaml'] as const)('loses no field in %s, but for managedFields', (format) => {
    const pod = aPod({ inits: [{ name: 'setup' }], ephemerals: [{}] });
    const metadata = { ...pod.metadata, managedFields: [{ manager: 'kubectl' }], selfLink: 'x' };
    expect(parse(printObject({ ...pod, metadata }, format))).toEqual({
      ...pod,
      metadata: { ...pod.metadata, selfLink: 'x' },
    });
  });

  it.each(['json', 'yaml', 'name'] as const)('lets nothing through to the terminal in %s', (format) => {
    const hostile = '\u001b[2J\u009b\u202e\r';
    const pod = aPod({ name: hostile, metadata: { labels: { [hostile]: hostile } } });
    expect(printObject(pod, format)).not.toMatch(/[^\n\P{Cc}]|\p{Bidi_Control}/u);
  });
});

describe('openList', () => {
  const [first, second, third] = ['a', 'b', 'c'].map((name) => ({ ...POD, metadata: { name } }));
  const pages = [
    [first, second].filter((pod) => pod !== undefined),
    [third].filter((pod) => pod !== undefined),
  ];

  it.each(['json', 'yaml'] as const)('prints pages as one %s document', (format) => {
    const list = openList(format);
    const text = pages.map(list.items).join('') + list.end();
    expect(parse(text)).toEqual({
      apiVersion: 'v1',
      kind: 'List',
      metadata: { resourceVersion: '' },
      items: [first, second, third],
    });
  });

  it('indents the items of a JSON list', () => {
    const list = openList('json');
    expect(list.items([{ metadata: { name: 'a' } }]) + list.items([{ metadata: {} }]) + list.end()).toBe(
      [
        '{',
        '    "apiVersion": "v1",',
        '    "items": [',
        '        {',
        '            "metadata": {',
        '                "name": "a"',
        '            }',
        '        },',
        '        {',
        '            "metadata": {}',
        '        }',
        '    ],',
        '    "kind": "List",',
        '    "metadata": {',
        '        "resourceVersion": ""',
        '    }',
        '}',
        '',
      ].join('\n'),
    );
  });

  it.each([
    { format: 'yaml', expected: 'apiVersion: v1\nitems: []\nkind: List\nmetadata:\n  resourceVersion: ""\n' },
    {
      format: 'json',
      expected:
        '{\n    "apiVersion": "v1",\n    "items": [],\n    "kind": "List",\n    "metadata": {\n        "resourceVersion": ""\n    }\n}\n',
    },
    { format: 'name', expected: '' },
  ] as const)('prints an empty list as $format, page or no page', ({ format, expected }) => {
    expect(openList(format).end()).toBe(expected);
    const list = openList(format);
    expect(list.items([]) + list.end()).toBe(expected);
  });

  it('prints names line by line', () => {
    const list = openList('name');
    expect(pages.map(list.items).join('') + list.end()).toBe('pod/a\npod/b\npod/c\n');
  });
});
