import { expect, it } from 'vitest';
import { exitCodeOfRun } from './exit-code-of-run.ts';
import type { RunOutcome } from './run-row.ts';

it.each<{ outcomes: readonly RunOutcome[]; unmet: number; isStrict: boolean; exitCode: number }>([
  { outcomes: ['exited'], unmet: 0, isStrict: false, exitCode: 0 },
  { outcomes: ['exited'], unmet: 1, isStrict: false, exitCode: 1 },
  { outcomes: ['exited', 'vanished'], unmet: 1, isStrict: false, exitCode: 3 },
  { outcomes: ['not-run'], unmet: 0, isStrict: false, exitCode: 3 },
  { outcomes: ['exited', 'skipped'], unmet: 0, isStrict: false, exitCode: 0 },
  { outcomes: ['exited', 'skipped'], unmet: 1, isStrict: true, exitCode: 3 },
])('ends with $exitCode for $outcomes, $unmet unmet, strict $isStrict', ({ outcomes, exitCode, ...rest }) => {
  expect(exitCodeOfRun({ outcomes: new Map(outcomes.map((outcome) => [outcome, 1])), ...rest })).toBe(
    exitCode,
  );
});
