import { rowWithoutRun, type RunItem } from './run-item.ts';
import type { RunSummary } from './run-results.ts';
import type { RunRow } from './run-row.ts';

/** Why an audit stopped before it was complete. */
export type EarlyEnd = Exclude<RunSummary['end'], 'complete'>;

/** Why an item was not tried, by what stopped the audit. */
export const WHY_NOT_RUN: Readonly<Record<EarlyEnd, string>> = {
  canary: 'the first debug container did not start, so nothing more was tried',
  failures: 'too many pods could not be audited (--max-failures)',
  interrupted: 'the audit was interrupted',
};

/** The row of an item that was not tried. `message` may hold text of the cluster. */
export function rowNotRun(item: RunItem, message: string): RunRow {
  return rowWithoutRun(item, { outcome: 'not-run', reason: { kind: '', message, hint: '' } });
}
