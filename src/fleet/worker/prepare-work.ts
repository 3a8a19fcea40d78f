import { randomSuffix } from '../../plan/container/container-name.ts';
import type { Io } from '../../io.ts';
import { isCliError } from '../../errors/cli-error.ts';
import { listWorkerLines } from '../lines/list-lines.ts';
import { openLinesWriter, type LinesWriter } from '../lines/lines-writer.ts';
import type { ExchangePlace } from './exchange.ts';
import { readWork, type Work } from './read-work.ts';

/** What a worker has to do, and where it writes what it did. */
export interface ClaimedWork {
  readonly work: Work;
  readonly writer: LinesWriter;
}

/**
 * Reads what a worker has to do, and claims it: from then on no other worker of the same index that began before writes
 * anything. Throws `not-found` for a run without a plan, `journal-failed`, and the errors of requests.
 */
export async function claimWork(
  io: Pick<Io, 'random'>,
  { cluster, run, worker }: ExchangePlace,
  signal: AbortSignal,
): Promise<ClaimedWork> {
  const reader = readWork(run, worker);
  const writer = randomSuffix(io.random) + randomSuffix(io.random);
  for (;;) {
    for await (const configMap of listWorkerLines(cluster, { run, worker }, signal)) reader.see(configMap);
    const work = reader.result();
    const place = { cluster, run, worker, writer, owners: work.owners };
    const lines = openLinesWriter(place, work.sequence);
    try {
      await lines.write([JSON.stringify({ kind: 'claim' })]);
      return { work, writer: lines };
    } catch (error) {
      // Another worker has written meanwhile, which has to be read first.
      if (!isCliError(error) || error.kind !== 'conflict') throw error;
    }
  }
}
