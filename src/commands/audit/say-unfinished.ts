import type { RunSummary } from '../../audit/rows/run-results.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { Notes } from '../../output/say/notes.ts';

/** Why an audit has left something to do. */
export const WHY_STOPPED = {
  complete: 'some pods could not be audited',
  canary: 'stopped because the first debug container did not start; nothing more was tried',
  failures: 'stopped because more pods could not be audited than --max-failures allows',
  interrupted: 'interrupted',
} as const;

/** `--resume` keeps the command and its flags. */
const HOW_TO_GO_ON = {
  complete: 'to try these again',
  canary: 'to go on with the same command and image',
  failures: 'to go on',
  interrupted: 'to go on',
} as const;

/** Says how to finish an audit. */
export function sayUnfinished(notes: Notes, end: RunSummary['end'], runId: string): void {
  notes.warn(
    `${WHY_STOPPED[end]}; ${HOW_TO_GO_ON[end]}: ${commandText`kubectl-debug audit --resume=${runId}`}`,
  );
}
