import { setMaxListeners } from 'node:events';
import { tmpdir } from 'node:os';
import { numberText } from '../../audit/results/text/count-text.ts';
import { runAudit } from '../../audit/run-audit.ts';
import { runsAmongOthers, type JoinedSchedule } from '../../audit/run-manner.ts';
import type { RunSummary } from '../../audit/rows/run-results.ts';
import { toError } from '../../errors/error-text.ts';
import { tellCounts } from '../counts/patch-counts.ts';
import { collectHere } from '../files/collect-here.ts';
import type { FleetCounts, WorkerCounts } from '../worker-counts.ts';
import { exchangeCounts } from './exchange.ts';
import { makeLeavable } from './leavable.ts';
import { openDesk, type Desk } from './open-desk.ts';
import { othersOf } from './others.ts';
import { countsPauseMs } from './pauses.ts';
import type { PreparedWork } from './prepare-work.ts';
import { makeWorkerLog, type WorkerLog } from './worker-log.ts';
import type { Workplace } from './workplace.ts';

/** What a worker has before it begins. */
interface Beginning {
  readonly prepared: PreparedWork;
  /** What all workers have told. */
  readonly heard: FleetCounts;
  /** What this worker, or the one before it, has told. */
  readonly counts: WorkerCounts;
}

/** A worker at work. */
interface AtWork extends Beginning {
  readonly place: Workplace;
  readonly desk: Desk;
  readonly log: WorkerLog;
  /** Aborted when nothing more is to be started. */
  readonly stopping: AbortController;
  /** Aborted when running commands are to be ended. */
  readonly ending: AbortController;
  /** undefined until the runs begin. */
  schedule: JoinedSchedule | undefined;
}

/** How long running commands in keepers may go on after SIGTERM: the kubelet waits for 30 s. */
const LEAVE_MS = 20_000;
/** How long the last lines may take then. */
const LAST_LINES_MS = 8000;
const LOOK_MS = 200;

/** Runs the items of a worker, and returns once all rows and the end are in the cluster. Throws as `doWork`. */
export async function runShare(place: Workplace, beginning: Beginning, signal: AbortSignal): Promise<void> {
  const { work } = beginning.prepared;
  const done = work.rows + work.unknown.length;
  const at: AtWork = {
    ...beginning,
    place,
    desk: await openDesk(place, beginning.prepared),
    log: makeWorkerLog(place.io, { done, total: done + work.items.length }),
    stopping: makeController(),
    ending: makeController(),
    schedule: undefined,
  };
  const { journal, cluster } = at.desk;
  const over = new AbortController();
  const leavable = makeLeavable(place);
  try {
    const talk = exchangeCounts({ ...place, cluster }, talkOf(at), over.signal);
    const end = await Promise.race([
      runItems(at, leavable, signal),
      never(talk),
      failAfter(journal.broken),
      leaveAfter(at, signal),
    ]);
    await journal.flush();
    over.abort();
    await talk;
    const told = { worker: place.worker, counts: { ...countsOf(at), running: 0, end } };
    await tellCounts(cluster, { run: place.run, told });
    at.log.end(end);
  } finally {
    over.abort();
    leavable.leave();
    at.log.close();
  }
}

function makeController(): AbortController {
  const controller = new AbortController();
  // Any number of runs may wait at the same time.
  setMaxListeners(0, controller.signal);
  return controller;
}

async function runItems(
  at: AtWork,
  { io, cluster }: Pick<Workplace, 'io' | 'cluster'>,
  signal: AbortSignal,
): Promise<RunSummary['end']> {
  const { desk, log, prepared, heard, counts, place, stopping, ending } = at;
  const { items, head, maybeCopied, share } = prepared.work;
  let isMissing = false;
  const shell = { isMissing: () => isMissing, noteMissing: () => void (isMissing = true) };
  const collecting = collectHere(desk.journal, head.settings, tmpdir());
  const { settings, journal } = collecting;
  const limits = {
    coldPerNode: share.coldPerNode,
    before: counts,
    others: othersOf(heard, place.worker),
  };
  const join = (schedule: JoinedSchedule): void => void (at.schedule = schedule);
  const manner = runsAmongOthers(journal, { gate: desk.gate, limits, join });
  const tally = await runAudit(
    {
      ...{ io, cluster, journal, results: log.results, shell, manner },
      ...{ stopping: stopping.signal, ending: ending.signal, warn: warnOf(at) },
    },
    { items, settings, maybeCopied, known: prepared.known, places: prepared.places },
    [],
  ).finally(collecting.close);
  // A worker that is told to go has not ended: another one goes on.
  if (signal.aborted && tally.end !== 'complete') return never(Promise.resolve());
  return heard.wish === 'go-on' ? tally.end : 'interrupted';
}

/** A warning is for the log of the worker, and for whoever follows. */
function warnOf({ place, desk }: AtWork): (text: string) => void {
  return (text) => {
    place.notes.warn(text);
    desk.journal.warn(text);
  };
}

function countsOf({ log, schedule, counts }: AtWork): WorkerCounts {
  const { tries, failures, ran } = schedule?.counts() ?? counts;
  return { ...log.advance(), tries, failures, ran, end: undefined, trouble: undefined };
}

function talkOf(at: AtWork): Parameters<typeof exchangeCounts>[1] {
  const { place, prepared, heard, stopping, ending } = at;
  const { share, head } = prepared.work;
  const hear = (news: FleetCounts): void => {
    at.schedule?.hear(othersOf(news, place.worker));
    // A worker that began afterwards has only what is to be finished.
    if (news.wish !== 'go-on' && heard.wish === 'go-on') stopping.abort();
    if (news.wish === 'end') ending.abort();
  };
  const ran = (): number => (at.schedule?.counts().ran ?? 0) + othersOf(heard, place.worker).ran;
  return {
    counts: () => countsOf(at),
    hear,
    pauseMs: () => countsPauseMs(share.workers, ran() < head.settings.canary),
  };
}

/** Fails as `work` does, and does not end with it. */
async function never(work: Promise<void>): Promise<never> {
  await work;
  return new Promise(() => undefined);
}

function failAfter(signal: AbortSignal): Promise<never> {
  return never(
    new Promise((_, reject) => {
      const fail = (): void => reject(toError(signal.reason));
      signal.addEventListener('abort', fail);
      if (signal.aborted) fail();
    }),
  );
}

/**
 * After a signal starts nothing more and writes what is known. Commands that run in debug containers of their own go on; those in
 * keepers get a while to end, as nobody finds out later how they did.
 */
async function leaveAfter(at: AtWork, signal: AbortSignal): Promise<never> {
  const { place, desk, log, stopping, prepared } = at;
  const { io } = place;
  return failAfter(signal).catch(async (reason: unknown) => {
    stopping.abort();
    const untilMs = io.now().getTime() + (prepared.work.head.settings.reuses ? LEAVE_MS : 0);
    while (log.advance().running > 0 && io.now().getTime() < untilMs) await io.sleep(LOOK_MS);
    const { done, running } = log.advance();
    place.notes.note(
      `told to go (${toError(reason).message}): ${numberText(done)} done, ${numberText(running)} left running`,
    );
    await Promise.race([desk.journal.close(), io.sleep(LAST_LINES_MS)]);
    throw reason;
  });
}
