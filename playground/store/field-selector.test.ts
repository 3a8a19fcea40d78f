import { describe, expect, it } from 'vitest';
import { parseFieldSelector } from './field-selector.ts';

const FIELDS = ['metadata.name', 'spec.nodeName', 'status.phase', 'message'];

describe('parseFieldSelector', () => {
  const object = { metadata: { name: 'web-1' }, spec: { nodeName: 'n1' }, status: {}, message: 'a,b=c\\d' };

  it.each([
    { selector: '', expected: true },
    { selector: 'metadata.name=web-1', expected: true },
    { selector: 'metadata.name==web-1,spec.nodeName=n1', expected: true },
    { selector: 'metadata.name=web-2', expected: false },
    { selector: 'metadata.name!=web-2', expected: true },
    { selector: 'spec.nodeName!=n1', expected: false },
    { selector: 'status.phase=', expected: true },
    { selector: 'status.phase!=Running', expected: true },
    { selector: 'message=a\\,b\\=c\\\\d', expected: true },
  ])('takes "$selector" as $expected', ({ selector, expected }) => {
    expect(parseFieldSelector(selector, FIELDS)(object)).toBe(expected);
  });

  it.each([
    { selector: 'spec.foo=x', message: 'field label not supported: spec.foo' },
    { selector: 'foo', message: "invalid selector: 'foo'; can't understand 'foo'" },
  ])('refuses "$selector" as a bad request', ({ selector, message }) => {
    expect(() => parseFieldSelector(selector, FIELDS)).toThrow(message);
  });
});
