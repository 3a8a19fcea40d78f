import { isApiError } from '../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { isCliError } from '../../errors/cli-error.ts';
import type { ErrorKind } from '../../errors/error-kinds.ts';
import type { RunOutcome, RunReason } from '../rows/run-row.ts';

/** How far a run had come when it failed. */
export type RunStage = 'planning' | 'adding' | 'starting' | 'running';

/** What a failure makes of a row. */
export interface Judgement {
  readonly outcome: Extract<RunOutcome, 'refused' | 'not-started' | 'vanished' | 'error'>;
  readonly reason: RunReason;
}

/** The pod went away, or had done so already. */
const OF_A_POD_THAT_IS_GONE: readonly ErrorKind[] = ['pod-replaced', 'pod-terminating', 'not-found'];
/** Nobody knows what the cluster thinks. */
const OUT_OF_REACH: readonly ErrorKind[] = [
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

/** Turns what a stage of a run threw into its row's outcome; undefined for a bug of ours. */
export function judgeFailure(error: unknown, stage: RunStage): Judgement | undefined {
  const explained = isApiError(error) ? explainApiError(error, { action: 'audit the pod' }) : error;
  if (!isCliError(explained)) return undefined;
  const { kind, message, hint = '' } = explained;
  return { outcome: outcomeOf(kind, stage), reason: { kind, message, hint } };
}

function outcomeOf(kind: ErrorKind, stage: RunStage): Judgement['outcome'] {
  if (OF_A_POD_THAT_IS_GONE.includes(kind)) return 'vanished';
  if (kind === 'pod-finished') return stage === 'planning' ? 'refused' : 'vanished';
  const hasNoAnswer = kind === 'timeout' && stage !== 'starting';
  return hasNoAnswer || OUT_OF_REACH.includes(kind) ? 'error' : OTHERWISE[stage];
}
