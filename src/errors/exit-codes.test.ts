import { expect, it } from 'vitest';
import type { ErrorKind } from './error-kinds.ts';
import { exitCodeOfAudit, exitCodeOfCheck, exitCodeOfFailure, exitCodeOfInterrupt } from './exit-codes.ts';

const CASES: readonly { kind: ErrorKind | undefined; debug: number; check: number; audit: number }[] = [
  { kind: 'usage', debug: 125, check: 2, audit: 2 },
  { kind: 'forbidden', debug: 125, check: 1, audit: 3 },
  { kind: 'command-not-found', debug: 127, check: 1, audit: 3 },
  { kind: 'command-not-executable', debug: 126, check: 1, audit: 3 },
  { kind: undefined, debug: 125, check: 1, audit: 3 },
];

it.each(CASES)('exits with $debug, $check or $audit for $kind', ({ kind, debug, check, audit }) => {
  expect(exitCodeOfFailure(kind)).toBe(debug);
  expect(exitCodeOfCheck(kind)).toBe(check);
  expect(exitCodeOfAudit(kind)).toBe(audit);
});

it.each([
  { name: 'SIGHUP', code: 129 },
  { name: 'SIGINT', code: 130 },
  { name: 'SIGPIPE', code: 141 },
  { name: 'SIGTERM', code: 143 },
] as const)('exits with $code after $name, as a shell reports it', ({ name, code }) => {
  expect(exitCodeOfInterrupt(name)).toBe(code);
});
