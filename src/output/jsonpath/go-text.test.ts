import { describe, expect, it } from 'vitest';
import { goJson, goText } from './go-text.ts';

describe('goText', () => {
  it.each([
    { value: 'as it is', expected: 'as it is' },
    { value: null, expected: '<nil>' },
    { value: undefined, expected: '<nil>' },
    { value: true, expected: 'true' },
    { value: 7, expected: '7' },
    { value: 12345678, expected: '12345678' },
    { value: -1.5, expected: '-1.5' },
    { value: 0.0001, expected: '0.0001' },
    { value: 0.000015, expected: '1.5e-05' },
    { value: 1234567.5, expected: '1.2345675e+06' },
    { value: 1.5e-10, expected: '1.5e-10' },
    { value: [], expected: '[]' },
    { value: ['a', 1, null], expected: '[a 1 <nil>]' },
    { value: {}, expected: 'map[]' },
    { value: { b: ['x', { z: false }], a: 1 }, expected: 'map[a:1 b:[x map[z:false]]]' },
  ])('prints $value as $expected', ({ value, expected }) => {
    expect(goText(value)).toBe(expected);
  });
});

describe('goJson', () => {
  it.each([
    {
      label: 'sorts keys at every depth',
      value: { b: { d: 1, c: 2 }, a: [{ f: 1, e: 2 }] },
      expected: '{"a":[{"e":2,"f":1}],"b":{"c":2,"d":1}}',
    },
    {
      label: 'escapes what could end a web page',
      value: '<a href="x">&</a>',
      expected: String.raw`"\u003ca href=\"x\"\u003e\u0026\u003c/a\u003e"`,
    },
    { label: 'escapes what could turn text around', value: 'a\u202eb', expected: String.raw`"a\u202eb"` },
  ])('$label', ({ value, expected }) => {
    expect(goJson(value)).toBe(expected);
    expect(JSON.parse(expected)).toEqual(value);
  });

  it('indents each level', () => {
    expect(goJson({ a: [1] }, 4)).toBe('{\n    "a": [\n        1\n    ]\n}');
  });
});
