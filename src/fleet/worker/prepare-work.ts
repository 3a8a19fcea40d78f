import { findPodsAgain } from '../../audit/watch/find-pods-again.ts';
import type { KnownPods } from '../../audit/watch/known-pods.ts';
import type { WatchedPlace } from '../../audit/watch/shared-watch.ts';
import { isCliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import { randomSuffix } from '../../plan/container/container-name.ts';
import { listContainers } from '../../pod/containers/containers.ts';
import { listWorkerLines } from '../lines/list-lines.ts';
import { openLinesWriter, type LinesWriter } from '../lines/lines-writer.ts';
import type { FleetWish } from '../worker-counts.ts';
import type { ExchangePlace } from './exchange.ts';
import { readWork, type Work } from './read-work.ts';
import { requireRules } from './require-rules.ts';

/** What a worker has to do, and where it writes what it did. */
export interface PreparedWork {
  readonly work: Work;
  readonly writer: LinesWriter;
  readonly known: KnownPods;
  readonly places: readonly WatchedPlace[];
}

/** Who prepares, and what the run was asked for. */
interface Preparing extends ExchangePlace {
  readonly io: Pick<Io, 'sleep' | 'random'>;
  readonly wish: FleetWish;
}

/**
 * Reads what a worker has to do, checks its rights, claims the work and finds its pods. Throws `not-found` for a run without a
 * plan, `forbidden`, `journal-failed`, and the errors of requests.
 */
export async function prepareWork(preparing: Preparing, signal: AbortSignal): Promise<PreparedWork> {
  const { cluster, wish } = preparing;
  const { work, writer } = await claimWork(preparing, signal);
  const { known, places } = await findPodsAgain(cluster, work, signal);
  if (wish === 'go-on') return { work, writer, known, places };
  // The run is to stop: what was begun is finished, and nothing else is.
  const copied = new Set(work.maybeCopied.map(({ container }) => container));
  const isBegun = ({ uid, container }: { readonly uid: string; readonly container: string }): boolean =>
    copied.has(container) || hasContainerOf(known, uid, container);
  return { work: { ...work, items: work.items.filter(isBegun) }, writer, known, places };
}

function hasContainerOf(known: KnownPods, uid: string, container: string): boolean {
  const pod = known.read(uid);
  return pod !== undefined && listContainers(pod).some(({ name }) => name.startsWith(container));
}

/** From the claim on, no other worker of the same index that began before writes anything. */
async function claimWork(
  { io, cluster, run, worker }: Preparing,
  signal: AbortSignal,
): Promise<Pick<PreparedWork, 'work' | 'writer'>> {
  const reader = readWork(run, worker);
  const name = randomSuffix(io.random) + randomSuffix(io.random);
  for (;;) {
    for await (const configMap of listWorkerLines(cluster, { run, worker }, signal)) reader.see(configMap);
    const work = reader.result();
    await requireRules(cluster, work.share.rules, signal);
    const place = { cluster, run, worker, writer: name, owners: work.owners };
    const writer = openLinesWriter(place, work.sequence);
    try {
      await writer.write([JSON.stringify({ kind: 'claim' })]);
      return { work, writer };
    } catch (error) {
      // Another worker has written meanwhile, which has to be read first.
      if (!isCliError(error) || error.kind !== 'conflict') throw error;
    }
  }
}
