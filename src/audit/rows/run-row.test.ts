import { expect, it } from 'vitest';
import { hasRun, OUTCOME_NAMES } from './run-row.ts';

it('judges only a command that came to its own end by its code', () => {
  const judged = OUTCOME_NAMES.filter((outcome) => hasRun({ outcome }));
  expect(judged).toEqual(['exited']);
});
