import { describe, expect, it } from 'vitest';
import { CliError } from '../../errors/cli-error.ts';
import { ApiError, type ApiStatus } from '../refusals/api-error.ts';
import { isExpired, isPassing, pauseMs } from './watch-failure.ts';

const refused = (code: number, status: ApiStatus = {}): ApiError =>
  new ApiError({ method: 'GET', path: '/api/v1/pods' }, code, status);

describe('a failure', () => {
  it.each([
    { label: '410', error: refused(410), expired: true, passing: false },
    { label: '403', error: refused(403), expired: false, passing: false },
    { label: '404', error: refused(404), expired: false, passing: false },
    { label: '429', error: refused(429), expired: false, passing: true },
    { label: '500', error: refused(500), expired: false, passing: true },
    { label: '503', error: refused(503), expired: false, passing: true },
    { label: 'unreachable', error: new CliError('unreachable', ''), expired: false, passing: true },
    { label: 'timeout', error: new CliError('timeout', ''), expired: false, passing: true },
    { label: 'connection-lost', error: new CliError('connection-lost', ''), expired: false, passing: true },
    { label: 'credentials', error: new CliError('credentials', ''), expired: false, passing: false },
    { label: 'a line that is not JSON', error: new SyntaxError('x'), expired: false, passing: true },
    { label: 'a bug', error: new TypeError('x'), expired: false, passing: false },
  ])('by $label: expired $expired, passing $passing', ({ error, expired, passing }) => {
    expect([isExpired(error), isPassing(error)]).toEqual([expired, passing]);
  });
});

describe('pauseMs', () => {
  it('grows with the failures in a row', () => {
    const pauses = [1, 2, 3].map((failures) => pauseMs(new Error('x'), failures, () => 0.5));
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    expect(new Set(pauses).size).toBe(3);
  });

  it('is at least what the server asks for', () => {
    const error = refused(429, { details: { retryAfterSeconds: 60 } });
    expect(pauseMs(error, 1, () => 0)).toBe(60_000);
  });
});
