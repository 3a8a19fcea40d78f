import { describe, expect, it } from 'vitest';
import { certainBytes, nodeFailureOf } from './node-failure.ts';

describe('nodeFailureOf', () => {
  it.each([
    'rpc error: code = Unknown desc = server is not initialized yet',
    'unable to retrieve container logs for containerd://0123456789abcdef',
  ])('knows "%s"', (text) => {
    expect(nodeFailureOf(Buffer.from(text))).toBe(text);
  });

  it.each([
    '',
    'the end',
    ' rpc error: code = Unknown',
    'rpc error: code',
    `rpc error: code = ${'x'.repeat(5000)}`,
  ])('takes "%s" for output', (text) => {
    expect(nodeFailureOf(Buffer.from(text))).toBeUndefined();
  });
});

describe('certainBytes', () => {
  it.each([
    { text: '', certain: 0 },
    { text: 'one\n', certain: 4 },
    { text: 'one\ntwo', certain: 4 },
    { text: 'unfinished', certain: 0 },
    { text: `one\n${'x'.repeat(5000)}`, certain: 5004 },
  ])('counts whole lines and lines that are too long: $certain', ({ text, certain }) => {
    expect(certainBytes(Buffer.from(text))).toBe(certain);
  });
});
