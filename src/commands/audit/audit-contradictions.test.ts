import { expect, it } from 'vitest';
import { AUDIT_FLAGS } from '../../flags/tables/audit-flags.ts';
import { AUDIT_RESULT_FLAGS } from '../../flags/tables/audit-result-flags.ts';
import { CONTEXTS_FLAG } from '../../flags/tables/fleet/contexts-flag.ts';
import { parseCommandLine } from '../../flags/parse-command-line.ts';
import { refuseContradictions } from './audit-contradictions.ts';

const FLAGS = [...AUDIT_FLAGS, CONTEXTS_FLAG, ...AUDIT_RESULT_FLAGS];

const check = (args: readonly string[]) => refuseContradictions(parseCommandLine(FLAGS, args).flags);

it.each<readonly string[]>([
  ['--reuse', '--arguments-only'],
  ['--reuse', '--rootfs'],
  ['--copy', '--rootfs'],
  ['--all-containers', '--target=app'],
  ['--one-per-owner', '--one-per-node'],
  ['--group-by=context'],
])('refuses %s %s', (...args) => {
  expect(() => check(args)).toThrow(expect.objectContaining({ kind: 'usage' }));
});

it.each([
  { args: [] },
  { args: ['--reuse', '--copy'] },
  { args: ['--all-containers', '--one-per-node'] },
  { args: ['--rootfs'] },
  { args: ['--contexts=prod-*', '--group-by=context'] },
])('accepts $args', ({ args }) => {
  expect(() => check(args)).not.toThrow();
});
