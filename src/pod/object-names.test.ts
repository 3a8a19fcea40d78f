import { describe, expect, it } from 'vitest';
import { isLabelName, isObjectName, requireContainerName } from './object-names.ts';

it.each([
  { text: 'web-1', isLabel: true, isObject: true },
  { text: '1', isLabel: true, isObject: true },
  { text: 'web.example.com', isLabel: false, isObject: true },
  { text: 'a'.repeat(63), isLabel: true, isObject: true },
  { text: 'a'.repeat(64), isLabel: false, isObject: true },
  { text: 'a'.repeat(254), isLabel: false, isObject: false },
  { text: 'Web', isLabel: false, isObject: false },
  { text: '-web', isLabel: false, isObject: false },
  { text: 'web-', isLabel: false, isObject: false },
  { text: 'web..a', isLabel: false, isObject: false },
  { text: 'web_1', isLabel: false, isObject: false },
  { text: '', isLabel: false, isObject: false },
])('takes "$text" for a label: $isLabel, for an object name: $isObject', ({ text, isLabel, isObject }) => {
  expect([isLabelName(text), isObjectName(text)]).toEqual([isLabel, isObject]);
});

describe('requireContainerName', () => {
  it('names what is wrong', () => {
    expect(() => requireContainerName('Web', 'container name')).toThrow(
      expect.objectContaining({ kind: 'usage', message: 'invalid container name "Web"' }),
    );
  });

  it('accepts a label', () => {
    expect(() => requireContainerName('web', 'container name')).not.toThrow();
  });
});
