import { workWords } from '../rows/audit-settings.ts';
import type { RunStart } from '../rows/run-results.ts';
import type { JournalHead } from './journal-line.ts';

/** What is known of an audit when it begins, from the first line of its journal. `total`: how many rows there will be. */
export function runStartOf({ runId, settings, startedAt, contexts }: JournalHead, total: number): RunStart {
  const { request, shard } = settings;
  return {
    runId,
    total,
    command: workWords(settings),
    image: request.image ?? '',
    ...(request.reason !== undefined && { reason: request.reason }),
    startedAt: new Date(startedAt),
    ...(contexts && { contexts: contexts.names }),
    shard,
  };
}
