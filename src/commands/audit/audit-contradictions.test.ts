import { expect, it } from 'vitest';
import { AUDIT_FLAGS } from '../../flags/tables/audit-flags.ts';
import { parseCommandLine } from '../../flags/parse-command-line.ts';
import { refuseContradictions } from './audit-contradictions.ts';

const check = (args: readonly string[]) => refuseContradictions(parseCommandLine(AUDIT_FLAGS, args).flags);

it.each([
  ['--reuse', '--arguments-only'],
  ['--reuse', '--rootfs'],
  ['--copy', '--rootfs'],
  ['--all-containers', '--target=app'],
  ['--one-per-owner', '--one-per-node'],
])('refuses %s with %s', (...args) => {
  expect(() => check(args)).toThrow(expect.objectContaining({ kind: 'usage' }));
});

it.each([
  { args: [] },
  { args: ['--reuse', '--copy'] },
  { args: ['--all-containers', '--one-per-node'] },
  { args: ['--rootfs'] },
])('accepts $args', ({ args }) => {
  expect(() => check(args)).not.toThrow();
});
