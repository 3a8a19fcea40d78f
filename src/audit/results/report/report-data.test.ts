import { expect, it } from 'vitest';
import { timeText, VERDICT_KINDS, VERDICTS } from './report-data.ts';

it('writes times in UTC, to the second', () => {
  expect(timeText(new Date('2026-11-21T16:55:44.9Z'))).toBe('2026-11-21 16:55:44 UTC');
});

it('lists each verdict', () => {
  expect(VERDICT_KINDS).toEqual(Object.keys(VERDICTS));
});
