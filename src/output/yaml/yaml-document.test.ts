import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { yamlDocument } from './yaml-document.ts';

describe('yamlDocument', () => {
  it('writes a pod as kubectl does', () => {
    const pod = {
      spec: {
        containers: [{ name: 'app', args: ['-c', 'sleep 1'], resources: {}, env: [], tty: true }],
        terminationGracePeriodSeconds: 30,
      },
      metadata: { name: 'web-1', annotations: { note: 'a\nb\n' }, creationTimestamp: null },
      kind: 'Pod',
      apiVersion: 'v1',
    };
    expect(yamlDocument(pod)).toBe(
      [
        'apiVersion: v1',
        'kind: Pod',
        'metadata:',
        '  annotations:',
        '    note: |',
        '      a',
        '      b',
        '  creationTimestamp: null',
        '  name: web-1',
        'spec:',
        '  containers:',
        '  - args:',
        '    - -c',
        '    - sleep 1',
        '    env: []',
        '    name: app',
        '    resources: {}',
        '    tty: true',
        '  terminationGracePeriodSeconds: 30',
      ].join('\n'),
    );
  });

  it('counts the key in where a line is broken', () => {
    const message = `${'x'.repeat(60)} ${'y'.repeat(12)} z`;
    expect(yamlDocument({ a: message })).toBe(`a: ${message}`);
    expect(yamlDocument({ message })).toBe(`message: ${message.slice(0, -2)}\n  z`);
  });

  it('sorts keys as people do', () => {
    const keys = ['app2', 'app10', 'app.k/x', 'app-x', 'App', 'app', 'v1'];
    const shuffled = Object.fromEntries(keys.toReversed().map((key) => [key, 1]));
    expect(yamlDocument(shuffled).replaceAll(': 1', '').split('\n')).toEqual([
      ...['App', 'app', 'app-x', 'app.k/x', 'app2', 'app10', 'v1'],
    ]);
  });

  it('writes a key that is too long for one line behind a question mark', () => {
    const key = 'k'.repeat(129);
    expect(yamlDocument({ [key]: { a: 1, b: [2] } })).toBe(`? ${key}\n: a: 1\n  b:\n  - 2`);
    expect(yamlDocument({ [key.slice(1)]: 1 })).toBe(`${key.slice(1)}: 1`);
  });

  it('says what it was given', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({ unit: fc.constantFrom(...Array.from(' \n\t:#-\'"ab01.~👍')), maxLength: 200 }),
    );
    const key = text.filter((word) => word !== '<<');
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.oneof(fc.integer(), fc.boolean(), fc.constant(null)),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(value, (given) => {
        const written = yamlDocument({ given });
        expect(parse(`${written}\n`)).toEqual({ given });
        expect(written).not.toMatch(/[^\n\P{Cc}]|\p{Bidi_Control}/u);
      }),
    );
  });
});
