import { expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { aDebugRequest } from '../../../test/builders/a-debug-request.ts';
import { planRun } from './plan-run.ts';
import { skipRefusedProfiles } from './skip-refused-profiles.ts';

const { plan, fallbacks } = planRun(aPod(), {
  request: aDebugRequest({ adaptsProfile: true }),
  target: { kind: 'none' },
  container: 'audit-x',
  now: new Date(),
});
const names = fallbacks.map(({ profile }) => profile);

it('has several fallbacks to skip', () => {
  expect(names.length).toBeGreaterThan(1);
});

it('starts with the plan where no profile is known', () => {
  const first = skipRefusedProfiles({ plan, fallbacks }, { profile: 'general', accepted: undefined });
  expect(first).toEqual({ plan, fallbacks, profile: 'general' });
});

it('starts with the plan where the known profile is no fallback', () => {
  const first = skipRefusedProfiles({ plan, fallbacks }, { profile: 'general', accepted: 'general' });
  expect(first).toEqual({ plan, fallbacks, profile: 'general' });
});

it.each(names.map((accepted, index) => ({ accepted, index })))(
  'starts with $accepted, and keeps the stricter profiles',
  ({ accepted, index }) => {
    const first = skipRefusedProfiles({ plan, fallbacks }, { profile: 'general', accepted });
    expect(first.profile).toBe(accepted);
    expect(first.plan).toEqual(fallbacks[index]?.makePlan());
    expect(first.fallbacks.map(({ profile }) => profile)).toEqual(names.slice(index + 1));
  },
);
