import { expect, it } from 'vitest';
import { aRunSummary } from '../../../../test/builders/a-run-row.ts';
import { NO_ROWS } from './row-sink.ts';
import { tallyText } from './tally-text.ts';

const startedAt = new Date('2025-03-01T13:00:00Z');

it.each([
  { tally: {}, tookMs: 5, expected: '0 runs: nothing was audited; <10ms' },
  { tally: { passed: 1 }, tookMs: 1500, expected: '1 run: 1 passed; 1.5s' },
  {
    tally: { skipped: 1, failed: 2, unmet: 3, passed: 1176 },
    tookMs: 23_000,
    expected: '1,182 runs: 1,176 passed, 3 not passed, 2 not audited, 1 skipped; 23s',
  },
])('says $expected', ({ tally, tookMs, expected }) => {
  const finishedAt = new Date(startedAt.getTime() + tookMs);
  expect(tallyText(aRunSummary({ startedAt, finishedAt }), { ...NO_ROWS, ...tally })).toBe(expected);
});
