import { expect, it } from 'vitest';
import { programError } from './program-error.ts';

const UNRUN = {
  ref: { namespace: 'shop', name: 'web-1', container: 'dbg' },
  command: ['nope', '-x'],
  image: 'busybox',
};

it.each([
  { found: 'missing', kind: 'command-not-found', why: 'image "busybox" has no such program' },
  { found: 'denied', kind: 'command-not-executable', why: 'the program cannot be executed' },
] as const)('explains a program that is $found', ({ found, kind, why }) => {
  const error = programError(found, UNRUN);
  expect(error.kind).toBe(kind);
  expect(error.message).toContain('cannot run "nope" in debug container "dbg" in shop/web-1');
  expect(error.message).toContain(why);
});
