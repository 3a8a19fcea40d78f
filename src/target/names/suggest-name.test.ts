import { describe, expect, it } from 'vitest';
import { CliError } from '../../errors/cli-error.ts';
import { nearNames, withSuggestion } from './suggest-name.ts';

it.each([
  { typed: 'web', names: ['web-1', 'web-2', 'api'], expected: ['web-1', 'web-2'] },
  { typed: 'wbe-1', names: ['web-1', 'api'], expected: ['web-1'] },
  { typed: 'zzz', names: ['web-1', 'api'], expected: [] },
  { typed: 'web', names: [], expected: [] },
])('suggests $expected for "$typed"', ({ typed, names, expected }) => {
  expect(nearNames(typed, names)).toEqual(expected);
});

describe('withSuggestion', () => {
  const error = new CliError('not-found', 'no pod "wbe"', { hint: 'list them' });
  it.each([
    { near: ['web'], hint: 'did you mean web?' },
    { near: ['web-1', 'web-2'], hint: /^did you mean one of .*web-1.*web-2.*\?$/ },
  ])('asks for one of $near', ({ near, hint }) => {
    const suggested = withSuggestion(error, near);
    expect(suggested).toMatchObject({ kind: 'not-found', message: 'no pod "wbe"', cause: error });
    expect(suggested.hint).toMatch(hint);
  });

  it.each([{ near: [] }, { near: ['a', 'b', 'c', 'd', 'e', 'f'] }])(
    'keeps the error with $near',
    ({ near }) => {
      expect(withSuggestion(error, near)).toBe(error);
    },
  );
});
