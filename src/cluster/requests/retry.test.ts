import { expect, it } from 'vitest';
import { CliError } from '../../errors/cli-error.ts';
import { retryPauseMs, type Failure } from './retry.ts';

const STRATEGIC = 'application/strategic-merge-patch+json';
const refused = (status: number, retryAfterSeconds?: number): Failure => ({
  kind: 'refused',
  status,
  retryAfterSeconds,
});
const cut: Failure = {
  kind: 'broken',
  error: new CliError('unreachable', 'x', {
    cause: Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }),
  }),
};
const notThere: Failure = {
  kind: 'broken',
  error: new CliError('unreachable', 'x', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }),
};

it.each([
  {
    what: 'a GET that was throttled for 2 s',
    method: 'GET',
    failure: refused(429, 2),
    tries: 1,
    pause: 2000,
  },
  {
    what: 'a POST that was throttled for 2 s',
    method: 'POST',
    failure: refused(503, 2),
    tries: 10,
    pause: 2000,
  },
  { what: 'the same once more', method: 'POST', failure: refused(503, 2), tries: 11, pause: undefined },
  { what: 'a GET that was throttled', method: 'GET', failure: refused(429), tries: 1, pause: 275 },
  { what: 'the same again', method: 'GET', failure: refused(503), tries: 4, pause: 2200 },
  { what: 'the same too often', method: 'GET', failure: refused(503), tries: 5, pause: undefined },
  { what: 'a POST that was throttled', method: 'POST', failure: refused(429), tries: 1, pause: undefined },
  { what: 'a GET that failed', method: 'GET', failure: refused(500, 1), tries: 1, pause: undefined },
  { what: 'a GET that was cut', method: 'GET', failure: cut, tries: 1, pause: 0 },
  { what: 'the same twice', method: 'GET', failure: cut, tries: 2, pause: undefined },
  { what: 'a merge that was cut', method: 'PATCH', contentType: STRATEGIC, failure: cut, tries: 1, pause: 0 },
  { what: 'a POST that was cut', method: 'POST', failure: cut, tries: 1, pause: undefined },
  { what: 'a server that is not there', method: 'GET', failure: notThere, tries: 1, pause: undefined },
] as const)('waits $pause ms after $what', ({ failure, tries, pause, ...request }) => {
  expect(retryPauseMs(request, failure, { tries, random: () => 0.5 })).toBe(pause);
});
