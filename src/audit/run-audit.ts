import type { Cluster } from '../cluster/cluster.ts';
import { openRights } from '../cluster/api/rights.ts';
import { watchDebugStarts } from '../cluster/watch/watch-events.ts';
import type { Io } from '../io.ts';
import type { AuditContext, ImageShell } from './run/audit-context.ts';
import type { AuditSettings } from './rows/audit-settings.ts';
import { makeByteBudget } from './schedule/byte-budget.ts';
import { makeByteTotal } from './schedule/byte-total.ts';
import { startWorkerPool } from './schedule/worker-pool.ts';
import type { Journal } from './journal/journal.ts';
import type { KnownPods } from './watch/known-pods.ts';
import { paceCluster } from './schedule/paced-cluster.ts';
import type { RunItem } from './rows/run-item.ts';
import { removeCopies } from './run/remove-copies.ts';
import { runsAlone, type EndedItem, type RunManner } from './run-manner.ts';
import type { RunResults } from './rows/run-results.ts';
import type { RunRow } from './rows/run-row.ts';
import { makeSchedule } from './schedule/schedule.ts';
import { openSharedWatch, type WatchedPlace } from './watch/shared-watch.ts';
import { countOutcomes, type RunTotals } from './rows/count-outcomes.ts';

/** An output takes several times its size: as bytes, as text, masked, and as a line of the journal. */
const OUTPUT_BYTES = 8 * 1024 * 1024;

/** What to run. */
export interface AuditRun {
  readonly items: readonly RunItem[];
  readonly settings: AuditSettings;
  readonly places: readonly WatchedPlace[];
  /** The pods of the items. */
  readonly known: KnownPods;
  /** Items, with and without a row, whose copies an earlier call may have left. */
  readonly maybeCopied: readonly RunItem[];
}

/** Limits that are about this machine, not about a cluster. */
export type MachineLimits = Pick<AuditContext, 'outputBudget' | 'collectTotal'>;

/** Makes the limits of this machine for an audit. */
export function makeMachineLimits({ collect }: Pick<AuditSettings, 'collect'>): MachineLimits {
  return {
    outputBudget: makeByteBudget(OUTPUT_BYTES),
    collectTotal: makeByteTotal(collect?.maxTotal ?? 0),
  };
}

/** Signals for a run, and what is known about the shell of its image. */
export interface AuditControl {
  /** When aborted, nothing more is started. */
  readonly stopping: AbortSignal;
  /** When aborted, running commands are ended. */
  readonly ending: AbortSignal;
  readonly shell: ImageShell;
}

/** What an audit runs with. */
interface AuditResources extends AuditControl {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly journal: Journal;
  readonly results: RunResults;
  /** The limits of this machine, if other runs share them: of one audit in several clusters. */
  readonly machine?: MachineLimits;
  readonly warn: (text: string) => void;
  /** Default: the audit runs in one place, and somebody can resume it. */
  readonly manner?: RunManner;
}

/**
 * Shows the rows that are known already (`knownRows`), runs all items, and shows each row when it is there. Throws only
 * `journal-failed`, `output-failed`, or a bug of ours.
 */
export async function runAudit(
  auditing: AuditResources,
  run: AuditRun,
  knownRows: readonly (() => RunRow)[],
): Promise<RunTotals> {
  const { io, results, stopping, manner = runsAlone(auditing) } = auditing;
  const { items, settings, places, known } = run;
  const cluster = paceCluster(io, auditing.cluster, manner.gate);
  const watch = openSharedWatch(io, cluster, { places, known });
  const schedule = makeSchedule(items, { ...settings, ...manner.limits });
  const tally = countOutcomes();
  const show = oneByOne((row: RunRow) => results.accept(row).then(() => tally.count(row)));
  const runsLeft = countByPod(items);
  const pool = startWorkerPool(schedule, async (item) => {
    const finished = await manner.run(context, item);
    if (isLastOfPod(runsLeft, item)) known.forget(item.uid);
    await keepAndShow(manner, { item, finished }, show);
    return finished.end;
  });
  const thenFill =
    <T>(note: (news: T) => void) =>
    (news: T): void => {
      note(news);
      pool.fill();
    };
  const machine = auditing.machine ?? makeMachineLimits(settings);
  const context = makeContext({ ...auditing, machine }, run, {
    cluster,
    watch,
    onStarted: thenFill(schedule.started),
    onRan: thenFill(schedule.ran),
    isCanaryPending: schedule.isCanaryPending,
    canResume: manner.canResume,
  });
  const starts = watchStarts({ io, places, items }, cluster, context.onStarted);
  const unsubscribe = onceAborted(stopping, () => thenFill(schedule.stop)('interrupted'));
  try {
    await removeCopies(context, run);
    await showKnown(context, knownRows, show);
    manner.join({ counts: schedule.counts, hear: thenFill(schedule.hear) });
    await pool.run(() => results.progress(schedule.running()));
    for (const row of manner.rowsNotRun(schedule)) await show(row);
    return tally.result(schedule.stopped() ?? 'complete');
  } finally {
    unsubscribe();
    watch.close();
    starts.close();
    context.rights.close();
  }
}

async function showKnown(
  { collectTotal }: AuditContext,
  knownRows: readonly (() => RunRow)[],
  show: (row: RunRow) => Promise<void>,
): Promise<void> {
  for (const read of knownRows) {
    const row = read();
    for (const { size } of row.collected?.files ?? []) collectTotal.take(size);
    await show(row);
  }
}

async function keepAndShow(
  manner: RunManner,
  ended: EndedItem,
  show: (row: RunRow) => Promise<void>,
): Promise<void> {
  try {
    await manner.keep(ended);
    await show(ended.finished.row);
  } finally {
    ended.finished.release();
  }
}

function makeContext(
  { io, journal, warn, shell, ending, machine }: AuditResources & { readonly machine: MachineLimits },
  { settings, maybeCopied }: AuditRun,
  made: Pick<AuditContext, 'cluster' | 'watch' | 'onStarted' | 'onRan' | 'isCanaryPending' | 'canResume'>,
): AuditContext {
  return {
    ...made,
    io,
    rights: openRights(io, made.cluster, ending),
    journal,
    settings,
    warn,
    acceptedProfiles: new Map(),
    nodesWithoutTargets: new Set(),
    shell,
    ...machine,
    maybeCopied: new Set(maybeCopied.map(({ container }) => container)),
    ending,
  };
}

/** Events report a start sooner than the status does. If they are missing or may not be read, the status still does. */
function watchStarts(
  { io, places, items }: Pick<AuditRun, 'places' | 'items'> & { readonly io: Io },
  cluster: Cluster,
  onStarted: (item: RunItem) => void,
): { readonly close: () => void } {
  const over = new AbortController();
  const { signal } = over;
  const byContainer = new Map(items.map((item) => [item.container, item]));
  const follow = async ({ namespace }: WatchedPlace): Promise<void> => {
    for await (const name of watchDebugStarts(io, cluster, { namespace, signal })) {
      const item = byContainer.get(name);
      if (item !== undefined) onStarted(item);
    }
  };
  for (const place of places) follow(place).catch(() => undefined);
  return { close: () => over.abort() };
}

/** Calls `then` when the signal is aborted, or now if it is. Returns what cancels that. */
function onceAborted(signal: AbortSignal, then: () => void): () => void {
  signal.addEventListener('abort', then, { once: true });
  if (signal.aborted) then();
  return () => signal.removeEventListener('abort', then);
}

function oneByOne<T>(take: (one: T) => Promise<void>): (one: T) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (one) => {
    const taken = last.then(() => take(one));
    last = taken.catch(() => undefined); // the caller gets the error from `taken`
    return taken;
  };
}

function countByPod(items: readonly RunItem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { uid } of items) counts.set(uid, (counts.get(uid) ?? 0) + 1);
  return counts;
}

function isLastOfPod(left: Map<string, number>, { uid }: RunItem): boolean {
  const count = (left.get(uid) ?? 1) - 1;
  left.set(uid, count);
  return count === 0;
}
