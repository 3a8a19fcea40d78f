import { expect, it } from 'vitest';
import { setOwnField } from './own-field.ts';

it.each(['a', '__proto__', 'constructor'])('sets %j as an ordinary field', (name) => {
  const fields: Record<string, unknown> = {};
  setOwnField(fields, name, { polluted: true });
  expect(Object.entries(fields)).toEqual([[name, { polluted: true }]]);
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
});
