import type { PodWatch } from '../cluster/watch/pod-watch.ts';
import { Interrupted } from '../errors/interrupted.ts';
import { filesContext } from '../files/remote/files-context.ts';
import type { Waits } from '../io.ts';
import type { Pod } from '../pod/types.ts';
import { endProcess } from '../session/scripts/end-process.ts';
import { collectedText, type Listing } from './collect/collected-text.ts';
import { collectPath, sumOf, type PathResult } from './collect/collect-path.ts';
import { openCollectKeeper, type CollectKeeper } from './open-collect-keeper.ts';
import { safeName } from './results/text/file-name.ts';
import type { CollectSettings } from './rows/audit-settings.ts';
import { rowOfExit, rowWithoutRun, type RunFacts } from './rows/run-item.ts';
import type { RunRow } from './rows/run-row.ts';
import { reasonOf, type Run } from './run/one-run.ts';

/** What came of all paths until now. */
interface Progress extends Listing {
  readonly remarks: readonly string[];
  readonly isPartial: boolean;
}

const NOTHING: Progress = { files: [], links: [], leftOut: [], remarks: [], isPartial: false };

/**
 * Reads the paths of `--collect` from the target of a run, through a debug container that ends afterwards, or through a
 * keeper that the pod has. Exits with 0 if everything came, else with 1. Throws as `openCollectKeeper` and `collectPath`.
 */
export async function collectInPod(
  run: Run,
  { pod, collect }: { readonly pod: Pod; readonly collect: CollectSettings },
  watch: PodWatch,
): Promise<RunRow> {
  const keeper = await openCollectKeeper(run, pod, watch);
  run.stage = 'running';
  try {
    const row = await collectInTime(run, { keeper, collect, watch });
    const why = await endKeeper(run, keeper, watch);
    return why === undefined ? row : { ...row, notes: [...row.notes, describeLeft(keeper, why)] };
  } catch (error) {
    const why = await endKeeper(run, keeper, watch);
    if (why !== undefined)
      run.facts = { ...run.facts, notes: [...(run.facts.notes ?? []), describeLeft(keeper, why)] };
    throw error;
  }
}

async function collectInTime(run: Run, collecting: Collecting): Promise<RunRow> {
  const limit = limitTransfer(run);
  try {
    const { isPartial } = await collectAll(run, collecting, limit.signal);
    return rowOfExit(run.item, { ...run.facts, exitCode: isPartial ? 1 : 0 });
  } catch (error) {
    if (!limit.signal.aborted) throw error;
    const goOn = run.context.canResume ? GO_ON : TRY_AGAIN;
    const reason = limit.isLate()
      ? reasonOf('run-timeout', 'the files did not come within --timeout', goOn)
      : reasonOf('', 'the audit was interrupted', goOn);
    return rowWithoutRun(run.item, { ...run.facts, outcome: 'incomplete', reason });
  } finally {
    limit.close();
  }
}

const GO_ON = 'what has come is kept in --output-dir; to go on with it: kubectl-debug audit --resume';
/** Of a worker in the cluster, which keeps no part of a file. */
const TRY_AGAIN = 'collect less, or allow a longer --timeout';

/** Aborts at `--timeout`, and when the audit is interrupted for the second time. */
function limitTransfer({ context }: Run) {
  const { io, settings, ending } = context;
  const late = new AbortController();
  const over = new AbortController();
  io.sleep(settings.timeoutMs, over.signal).then(
    () => late.abort(new Interrupted('SIGTERM')),
    () => undefined,
  );
  return {
    signal: AbortSignal.any([ending, late.signal]),
    isLate: () => late.signal.aborted,
    close: () => over.abort(),
  };
}

interface Collecting {
  readonly keeper: CollectKeeper;
  readonly collect: CollectSettings;
  readonly watch: PodWatch;
}

/** Reads one path after the other. The facts of the run have what came, also if a later path fails. */
async function collectAll(
  run: Run,
  { keeper, collect, watch }: Collecting,
  signal: AbortSignal,
): Promise<Progress> {
  const { context, item, facts } = run;
  const { settings, io, collectTotal: total } = context;
  const { target: container, ref } = keeper;
  const startedAt = io.now();
  const files = filesContext(context, { container, keeper: { ref, watch } });
  const names = [ref.namespace, ref.name, container].map(safeName);
  const onAnswer = (): void => context.onRan(item);
  let progress = NOTHING;
  for (const path of collect.paths) {
    const bytesLeft = Math.max(settings.maxOutput - sumOf(progress.files), 0);
    const filesBefore = progress.files.length;
    const job = { context: files, path, folder: collect.folder, names, bytesLeft, filesBefore, total };
    progress = joined(progress, await collectPath({ ...job, onAnswer }, signal));
    run.facts = { ...facts, ...factsOf(facts, progress), ...timesOf(startedAt, io.now()) };
  }
  return progress;
}

function joined(one: Progress, { remarks, ...result }: PathResult): Progress {
  return {
    files: [...one.files, ...result.files],
    links: [...one.links, ...result.links],
    leftOut: [...one.leftOut, ...result.leftOut],
    remarks: [...one.remarks, ...remarks],
    isPartial: one.isPartial || result.isPartial,
  };
}

function factsOf({ notes = [] }: RunFacts, progress: Progress): RunFacts {
  const { files, leftOut, remarks } = progress;
  return {
    notes: [...notes, ...remarks],
    output: { bytes: Buffer.from(collectedText(progress)), isTruncated: false },
    collected: { files, leftOut },
  };
}

function timesOf(startedAt: Date, finishedAt: Date): RunFacts {
  return { startedAt, finishedAt, durationMs: finishedAt.getTime() - startedAt.getTime() };
}

const nothing = (): void => undefined;
const SILENT: Waits = { begin: () => ({ becomes: nothing, heard: nothing, end: nothing }) };

/** Ends a container of this audit. Returns why it goes on; undefined if it has ended, or is not ours. */
async function endKeeper(
  { context: { io, cluster } }: Run,
  { ref, isOurs }: CollectKeeper,
  watch: PodWatch,
): Promise<string | undefined> {
  if (!isOurs) return undefined;
  const doomed = { kind: 'container', container: ref } as const;
  // Other transfers go on meanwhile, so nobody waits for this one.
  const quiet = { ...io, waits: SILENT };
  const ending = await endProcess({ io: quiet, cluster, watch }, doomed, new AbortController().signal);
  return ending.kind === 'ended' ? undefined : ending.why;
}

function describeLeft({ ref }: CollectKeeper, why: string): string {
  return `debug container "${ref.container}" runs on for a few minutes, as it could not be ended: ${why}`;
}
