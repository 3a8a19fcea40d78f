import { expect, it } from 'vitest';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { ErrorKind } from '../../errors/error-kinds.ts';
import { judgeFailure, type RunStage } from './judge-failure.ts';

it.each<{ kind: ErrorKind; stage: RunStage; outcome: string }>([
  { kind: 'pod-unscheduled', stage: 'planning', outcome: 'refused' },
  { kind: 'pod-finished', stage: 'planning', outcome: 'refused' },
  { kind: 'pod-finished', stage: 'starting', outcome: 'vanished' },
  { kind: 'forbidden', stage: 'adding', outcome: 'refused' },
  { kind: 'not-found', stage: 'adding', outcome: 'vanished' },
  { kind: 'timeout', stage: 'adding', outcome: 'error' },
  { kind: 'unreachable', stage: 'adding', outcome: 'error' },
  { kind: 'timeout', stage: 'starting', outcome: 'not-started' },
  { kind: 'image-not-found', stage: 'starting', outcome: 'not-started' },
  { kind: 'pod-terminating', stage: 'starting', outcome: 'vanished' },
  { kind: 'connection-lost', stage: 'starting', outcome: 'error' },
  { kind: 'throttled', stage: 'running', outcome: 'error' },
])('takes $kind while $stage for $outcome', ({ kind, stage, outcome }) => {
  const error = new CliError(kind, 'why', { hint: 'what next' });
  expect(judgeFailure(error, stage)).toEqual({
    outcome,
    reason: { kind, message: 'why', hint: 'what next' },
  });
});

it('explains API errors, and takes all other errors for bugs', () => {
  const error = new ApiError({ method: 'GET', path: '/x' }, 503, { code: 503, message: 'busy' });
  expect(judgeFailure(error, 'running')).toMatchObject({ outcome: 'error', reason: { kind: 'throttled' } });
  expect(judgeFailure(new TypeError('x is not a function'), 'running')).toBeUndefined();
});
