import { expect, it } from 'vitest';
import { aRunItem } from '../../../test/builders/a-run-item.ts';
import { CliError } from '../../errors/cli-error.ts';
import { copyRef, isWorthACopy } from './run-copy.ts';

it.each([
  { name: 'web-1', expected: 'web-1-audit-x' },
  { name: 'a'.repeat(253), expected: `${'a'.repeat(200)}-audit-x` },
])('names the copy of a pod $expected', ({ name, expected }) => {
  const item = aRunItem({ name, container: 'audit-x' });
  expect(copyRef(item)).toEqual({ namespace: 'shop', name: expected });
});

it.each([
  { kind: 'forbidden', expected: true },
  { kind: 'pod-static', expected: true },
  { kind: 'pod-finished', expected: true },
  { kind: 'unreachable', expected: false },
  { kind: 'image-not-found', expected: false },
] as const)('takes a copy for $kind: $expected', ({ kind, expected }) => {
  expect(isWorthACopy(new CliError(kind, 'no'))).toBe(expected);
});
