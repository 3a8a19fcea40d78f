import type { RunResults } from '../../../audit/rows/run-results.ts';
import { rowWithoutRun, type RunItem } from '../../../audit/rows/run-item.ts';
import type { RunRow } from '../../../audit/rows/run-row.ts';
import type { CliError } from '../../../errors/cli-error.ts';
import { asCalled } from '../../../output/say/as-called.ts';
import type { UsedContext } from '../../shared/contexts/with-contexts.ts';

/** The item of a row that is about a whole cluster. */
const WHOLE_CLUSTER: RunItem = {
  pod: { namespace: '', name: '' },
  uid: '',
  podIPs: [],
  node: '',
  owner: undefined,
  target: { kind: 'none' },
  container: '',
};

/** The rows of a cluster that cannot be reached: one for each item that is left, or one for the cluster if none is known. */
export function rowsOfFailure(
  { kind, message, hint = '' }: CliError,
  items: readonly RunItem[] = [],
): readonly RunRow[] {
  const left = items.length === 0 ? [WHOLE_CLUSTER] : items;
  return left.map((item) => rowWithoutRun(item, { outcome: 'error', reason: { kind, message, hint } }));
}

/** A row with its context, which the command lines of its hint name as well. */
function rowInContext(row: RunRow, { name, io }: Pick<UsedContext, 'name' | 'io'>): RunRow {
  const { reason } = row;
  return { ...row, context: name, ...(reason && { reason: { ...reason, hint: asCalled(reason.hint, io) } }) };
}

/** The results of an audit, shared by runs in several contexts. */
export interface SharedResults {
  readonly of: (context: Pick<UsedContext, 'name' | 'io'>) => RunResults;
}

/** Lets the runs of all contexts show their rows in one place, one at a time. Begin and end are those of the whole. */
export function shareResults(results: RunResults): SharedResults {
  const running = new Map<string, number>();
  let last: Promise<void> = Promise.resolve();
  return {
    of: (context) => ({
      begin: () => undefined,
      progress: (count) => {
        running.set(context.name, count);
        results.progress([...running.values()].reduce((sum, each) => sum + each, 0));
      },
      accept: (row) => {
        const accepted = last.then(() => results.accept(rowInContext(row, context)));
        last = accepted.catch(() => undefined); // the run gets the error
        return accepted;
      },
      pauseProgress: results.pauseProgress,
      finish: () => Promise.resolve({ unmet: 0 }),
      close: () => Promise.resolve(),
    }),
  };
}
