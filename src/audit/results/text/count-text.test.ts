import { expect, it } from 'vitest';
import { bytesText, countText } from './count-text.ts';

it.each([
  [0, '0 pods'],
  [1, '1 pod'],
  [1176, '1,176 pods'],
])('counts %i as %s', (count, expected) => {
  expect(countText(count, 'pod')).toBe(expected);
});

it.each([
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1024, '1.0 KiB'],
  [12_595, '12.3 KiB'],
  [4 * 1024 ** 2, '4.0 MiB'],
])('writes %i bytes as %s', (bytes, expected) => {
  expect(bytesText(bytes)).toBe(expected);
});
