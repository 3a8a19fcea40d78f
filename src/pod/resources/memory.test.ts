import { expect, it } from 'vitest';
import { memoryText, requestedMemory } from './memory.ts';

it.each([
  [0n, '0'],
  [1023n, '1023'],
  [1536n, '1Ki'],
  [40n * 1024n ** 2n, '40Mi'],
  [40n * 1024n ** 2n + 1n, '40Mi'],
  [2n * 1024n ** 3n, '2Gi'],
  [2748n * 1024n ** 2n, '2748Mi'],
])('writes %s bytes as %s', (bytes, text) => {
  expect(memoryText(bytes)).toBe(text);
});

it.each([
  [{ requests: { memory: '1Ki' }, limits: { memory: '2Ki' } }, 1024n],
  [{ limits: { memory: '2Ki' } }, 2048n],
  [{ requests: { memory: '1m' } }, 1n],
  [{ requests: { cpu: '1' } }, 0n],
  [undefined, 0n],
])('reads the memory that %o requests', (resources, bytes) => {
  expect(requestedMemory(resources)).toBe(bytes);
});
