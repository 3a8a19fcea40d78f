import { isApiError } from '../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { isCliError } from '../../errors/cli-error.ts';
import type { ErrorKind } from '../../errors/error-kinds.ts';
import type { RunOutcome, RunReason } from '../rows/run-row.ts';

/** How far a run had come when it failed. */
export type RunStage = 'planning' | 'adding' | 'starting' | 'running';

/** The outcome and reason that a failure gives a row. */
interface Judgement {
  readonly outcome: Extract<RunOutcome, 'refused' | 'not-started' | 'vanished' | 'error'>;
  readonly reason: RunReason;
}

/** The pod is gone or about to go. */
const POD_GONE: readonly ErrorKind[] = ['pod-replaced', 'pod-terminating', 'not-found'];
/** The cluster gave no answer that says anything about the pod. */
const NO_ANSWER: readonly ErrorKind[] = [
  'unreachable',
  'connection-lost',
  'throttled',
  'server-error',
  'unauthorized',
  'credentials',
];

const OTHERWISE: Readonly<Record<RunStage, Judgement['outcome']>> = {
  planning: 'refused',
  adding: 'refused',
  starting: 'not-started',
  running: 'error',
};

/** Turns the error of a stage into the outcome of the row; undefined for a bug of ours. */
export function judgeFailure(error: unknown, stage: RunStage): Judgement | undefined {
  const explained = isApiError(error) ? explainApiError(error, { action: 'audit the pod' }) : error;
  if (!isCliError(explained)) return undefined;
  const { kind, message, hint = '' } = explained;
  return { outcome: outcomeOf(kind, stage), reason: { kind, message, hint } };
}

function outcomeOf(kind: ErrorKind, stage: RunStage): Judgement['outcome'] {
  if (POD_GONE.includes(kind)) return 'vanished';
  if (kind === 'pod-finished') return stage === 'planning' ? 'refused' : 'vanished';
  const isRequestTimeout = kind === 'timeout' && stage !== 'starting';
  return isRequestTimeout || NO_ANSWER.includes(kind) ? 'error' : OTHERWISE[stage];
}
