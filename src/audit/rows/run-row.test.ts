import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hasRun, isRunOutcome, OUTCOMES } from './run-row.ts';

const outcomes = Object.keys(OUTCOMES).filter(isRunOutcome);

it('judges only a command that ended by itself by its code', () => {
  expect(outcomes.filter((outcome) => hasRun({ outcome }))).toEqual(['exited']);
});

it('documents each outcome', () => {
  const table = readFileSync('docs/audit.md', 'utf8').split('## Outcomes')[1] ?? '';
  const documented = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
  expect(documented).toEqual(outcomes);
});

it.each(['toString', 'ended', ''])('does not take %j for an outcome', (text) => {
  expect(isRunOutcome(text)).toBe(false);
});
