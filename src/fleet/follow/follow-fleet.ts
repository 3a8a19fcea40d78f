import { setMaxListeners } from 'node:events';
import type { RunResults } from '../../audit/rows/run-results.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { PodRef } from '../../pod/types.ts';
import { MOST_THROUGH_ETCD, receiveFiles } from '../files/receive-files.ts';
import type { CliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import type { Notes } from '../../output/say/notes.ts';
import { rowOfMissing } from '../seen/missing-row.ts';
import { keepListening } from './pulse.ts';
import { makeRenewal } from './renewal.ts';
import type { FollowedRun } from './followed-run.ts';
import { openRowTaker, type FleetTotals, type RowTaker } from './row-taker.ts';
import { awaitEnd } from './await-end.ts';
import { watchFleet } from './watch-fleet.ts';
import { makeFleetState, type FleetState } from './fleet-state.ts';

/** What a follower works with. */
export interface Following {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly results: RunResults;
  readonly notes: Notes;
}

/** How a followed run has ended. */
export type FleetEnd =
  | (FleetTotals & { readonly kind: 'ended'; readonly finishedAt: Date })
  /** No worker could start, so nothing was run, and there are no rows. */
  | { readonly kind: 'never-began'; readonly error: CliError };

/**
 * Follows a run to its end: passes each row to the results as it comes, all from the beginning, and at the end a row for each
 * item that has none. Does not give up while the cluster does not answer. Call it after `results.begin`. Throws the reason of
 * the signal, which ends the following and not the run; `ApiError` for a refusal; `journal-failed`, `output-failed` and
 * `write-failed`.
 */
export async function followFleet(
  following: Following,
  followed: FollowedRun,
  signal: AbortSignal,
): Promise<FleetEnd> {
  const { cluster, io, results, notes } = following;
  const { plan, run } = followed;
  const { collect } = plan.head.settings;
  const podOf = (id: string): PodRef | undefined => plan.items.get(id)?.item.pod;
  const files = collect && receiveFiles({ io, collect, podOf, most: MOST_THROUGH_ETCD });
  const state = makeFleetState(followed, io);
  const taker = openRowTaker({ results, plan, files, warn: notes.warn });
  try {
    const error = await listen(following, { followed, state, taker }, signal);
    if (error !== undefined) return { kind: 'never-began', error };
    if (taker.left().length > 0) await taker.takeListed(cluster, run, signal);
    for (const planned of taker.left()) await taker.takeOwn(rowOfMissing(state.view(), planned));
    return { kind: 'ended', ...taker.totals(state.end()), finishedAt: state.finishedAt() };
  } finally {
    files?.close();
  }
}

/** Takes rows until the run has ended. Returns why none of its workers has begun; undefined if one has. */
async function listen(
  following: Following,
  heard: { readonly followed: FollowedRun; readonly state: FleetState; readonly taker: RowTaker },
  signal: AbortSignal,
): Promise<CliError | undefined> {
  const { followed, state, taker } = heard;
  const over = new AbortController();
  const scope = AbortSignal.any([signal, over.signal]);
  // Each wait and each request listens to it.
  setMaxListeners(0, scope);
  const renewal = makeRenewal();
  await taker.takeSkipped();
  const tasks = [
    ...watchFleet({ ...following, ...heard, renewal }, scope),
    keepListening({ ...following, run: followed.run, heard: state.heard, renew: renewal.renew }, scope),
  ];
  try {
    return await Promise.race([...tasks, awaitEnd(following, heard, scope)]).then(
      (error) => error ?? undefined,
    );
  } finally {
    over.abort();
    // A row that is being shown is shown to its end. The first failure was thrown already.
    await Promise.allSettled(tasks);
  }
}
