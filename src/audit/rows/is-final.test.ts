import { expect, it } from 'vitest';
import { isFinal } from './is-final.ts';
import { isRunOutcome, OUTCOMES } from './run-row.ts';

it('leaves to --resume what was not added, still runs, or may have its log still', () => {
  const outcomes = Object.keys(OUTCOMES).filter(isRunOutcome);
  expect(outcomes.filter((outcome) => !isFinal(outcome))).toEqual([
    'incomplete',
    'refused',
    'error',
    'unknown',
    'interrupted-still-running',
    'not-run',
  ]);
});
