import { expect, it } from 'vitest';
import { canTrace, hasCapability } from './container-capabilities.ts';

it.each([
  { context: undefined, expected: false },
  { context: {}, expected: false },
  { context: { privileged: true }, expected: true },
  { context: { capabilities: { add: ['SYS_PTRACE'] } }, expected: true },
  { context: { capabilities: { add: ['ALL'] } }, expected: true },
  { context: { capabilities: { add: ['SYS_ADMIN', 'NET_RAW'] } }, expected: false },
  { context: { capabilities: { drop: ['SYS_PTRACE'] } }, expected: false },
])('may trace with $context: $expected', ({ context, expected }) => {
  expect(canTrace(context)).toBe(expected);
});

it('asks for one capability, not for any', () => {
  const context = { capabilities: { add: ['SYS_ADMIN'] } };
  expect([hasCapability(context, 'SYS_ADMIN'), hasCapability(context, 'NET_ADMIN')]).toEqual([true, false]);
});
