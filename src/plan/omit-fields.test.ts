import { expect, it } from 'vitest';
import { omitFields } from './omit-fields.ts';

interface Example {
  readonly name: string;
  readonly image?: string;
  readonly tty?: boolean;
}

it('copies an object without the named fields, and leaves the original alone', () => {
  const original: Example = { name: 'app', image: 'busybox', tty: true };
  expect(omitFields(original, 'tty')).toEqual({ name: 'app', image: 'busybox' });
  expect('tty' in omitFields(original, 'tty')).toBe(false);
  expect(original).toEqual({ name: 'app', image: 'busybox', tty: true });
});

it('ignores a field that is not there, and omits nothing without names', () => {
  const original: Example = { name: 'app' };
  expect(omitFields(original, 'image')).toEqual(original);
  expect(omitFields(original)).not.toBe(original);
});
