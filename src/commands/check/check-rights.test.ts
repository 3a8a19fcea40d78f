import { describe, expect, it } from 'vitest';
import { isAskedFor, mayTry, missingRights, type ReviewedRight } from './check-rights.ts';

const PATCH = { verb: 'patch', resource: 'pods', subresource: 'ephemeralcontainers' };

const reviewed = (change: Partial<ReviewedRight> = {}): ReviewedRight => ({
  right: PATCH,
  to: 'add debug containers',
  isNeeded: true,
  isUsed: true,
  answer: 'no',
  sinceMinor: undefined,
  ...change,
});

describe('missingRights', () => {
  it.each([
    { label: 'a needed right that is denied', right: reviewed(), minor: 33, missing: 1 },
    { label: 'a right that is granted', right: reviewed({ answer: 'yes' }), minor: 33, missing: 0 },
    { label: 'an unknown answer', right: reviewed({ answer: 'unknown' }), minor: 33, missing: 0 },
    { label: 'a right that is not needed', right: reviewed({ isNeeded: false }), minor: 33, missing: 0 },
    { label: 'a right of a newer server', right: reviewed({ sinceMinor: 35 }), minor: 34, missing: 0 },
    { label: 'a right since this version', right: reviewed({ sinceMinor: 35 }), minor: 35, missing: 1 },
  ])('counts $label: $missing', ({ right, minor, missing }) => {
    expect(missingRights([right], minor)).toHaveLength(missing);
  });
});

it.each([
  { sinceMinor: undefined, minor: 20, isAsked: true },
  { sinceMinor: 35, minor: 34, isAsked: false },
  { sinceMinor: 35, minor: 35, isAsked: true },
  { sinceMinor: 35, minor: NaN, isAsked: true },
])('a right since $sinceMinor is required by 1.$minor: $isAsked', ({ sinceMinor, minor, isAsked }) => {
  expect(isAskedFor(reviewed({ sinceMinor }), minor)).toBe(isAsked);
});

it.each([
  { answer: 'yes', tries: true },
  { answer: 'unknown', tries: true },
  { answer: 'no', tries: false },
] as const)('a right with the answer $answer is worth a try: $tries', ({ answer, tries }) => {
  expect(mayTry([reviewed({ answer })], PATCH)).toBe(tries);
  expect(mayTry([reviewed({ answer })], { verb: 'get', resource: 'pods' })).toBe(true);
});
