import { expect, it } from 'vitest';
import { aRunRow } from '../../../test/builders/a-run-row.ts';
import { countOutcomes } from './count-outcomes.ts';
import type { RunOutcome } from './run-row.ts';

it.each<{ outcomes: readonly RunOutcome[]; counts: object; isUnfinished: boolean }>([
  { outcomes: [], counts: {}, isUnfinished: false },
  { outcomes: ['exited', 'timeout', 'exited'], counts: { exited: 2, timeout: 1 }, isUnfinished: false },
  { outcomes: ['not-run', 'exited'], counts: { 'not-run': 1, exited: 1 }, isUnfinished: true },
])('counts $outcomes', ({ outcomes, counts, isUnfinished }) => {
  const counter = countOutcomes();
  for (const outcome of outcomes) counter.count(aRunRow({ outcome }));
  const totals = counter.result('failures');
  expect({ ...totals, outcomes: Object.fromEntries(totals.outcomes) }).toEqual({
    end: 'failures',
    outcomes: counts,
    isUnfinished,
  });
});
