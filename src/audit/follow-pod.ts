import type { PodWatch } from '../cluster/watch/pod-watch.ts';
import type { Pod } from '../pod/types.ts';
import { endEarly } from './end/end-run-early.ts';
import { judgeFailure } from './run/judge-failure.ts';
import { rowOfVanished, type Run } from './run/one-run.ts';
import { rowWithoutRun } from './rows/run-item.ts';
import type { RunRow } from './rows/run-row.ts';

/** Follows a pod while `body` runs, and turns what it throws into a row. Returns undefined only if `body` does. */
export async function followPod(
  run: Run,
  pod: Pod,
  body: (watch: PodWatch) => Promise<RunRow | undefined>,
): Promise<RunRow | undefined> {
  const { context } = run;
  const watch = context.watch.follow(pod);
  try {
    return await body(watch);
  } catch (error) {
    if (context.ending.aborted) return await endEarly(run, watch, 'interrupted');
    if (watch.latest().kind === 'gone') return rowOfVanished(run, 'the pod was deleted meanwhile');
    return rowOfFailure(run, error);
  } finally {
    watch.close();
  }
}

/** The row of a run that an error ended. Rethrows a bug of ours. */
export function rowOfFailure({ item, facts, stage }: Run, error: unknown): RunRow {
  const judgement = judgeFailure(error, stage);
  if (judgement === undefined) throw error;
  return rowWithoutRun(item, { ...facts, ...judgement });
}
