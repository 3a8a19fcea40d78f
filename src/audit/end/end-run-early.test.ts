import { expect, it } from 'vitest';
import { aRunItem } from '../../../test/builders/a-run-item.ts';
import { rowOfEarlyEnd } from './end-run-early.ts';

const facts = { container: 'audit-x' };
const NOT_ENDED = { kind: 'not-ended', why: 'exec is forbidden' } as const;

it.each([
  {
    early: 'timeout',
    ending: { kind: 'ended' },
    expected: {
      outcome: 'timeout',
      reason: { kind: 'run-timeout', message: 'the command ran longer than --timeout', hint: '' },
    },
  },
  {
    early: 'timeout',
    ending: NOT_ENDED,
    expected: {
      outcome: 'timeout-still-running',
      reason: {
        kind: 'run-timeout',
        message: 'the command ran longer than --timeout, and it could not be ended: exec is forbidden',
        hint: 'stop it',
      },
    },
  },
  {
    early: 'interrupted',
    ending: { kind: 'ended' },
    expected: {
      outcome: 'interrupted',
      reason: { kind: '', message: 'the audit was interrupted', hint: '' },
    },
  },
  {
    early: 'interrupted',
    ending: NOT_ENDED,
    expected: {
      outcome: 'interrupted-still-running',
      reason: {
        kind: '',
        message: 'the audit was interrupted, and it could not be ended: exec is forbidden',
        hint: 'stop it',
      },
    },
  },
] as const)('makes a row of $early ($ending.kind)', ({ early, ending, expected }) => {
  const row = rowOfEarlyEnd(aRunItem(), { early, ending, facts, hint: 'stop it' });
  expect(row).toMatchObject({ ...expected, container: 'audit-x' });
});
