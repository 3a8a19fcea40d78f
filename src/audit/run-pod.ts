import { isCliError, type CliError } from '../errors/cli-error.ts';
import { listContainers } from '../pod/containers.ts';
import { podRef } from '../pod/pod-ref.ts';
import type { ContainerRef, Pod } from '../pod/types.ts';
import { NO_EVENTS } from '../start/no-events.ts';
import type { PodWatch } from '../start/pod-watch.ts';
import { startWait } from '../start/start-wait.ts';
import { addContainer, type Added } from './add-container.ts';
import type { AuditContext } from './audit-context.ts';
import { awaitCommand } from './await-command.ts';
import { endEarly } from './end-run-early.ts';
import { findKept } from './find-kept.ts';
import { judgeFailure } from './judge-failure.ts';
import { gone, refOf, type Run } from './one-run.ts';
import { planRun, type RunPlan } from './plan-run.ts';
import { rowOfEnd } from './row-of-end.ts';
import { runByExec } from './run-by-exec.ts';
import { createCopy, findCopy, isWorthACopy, type AuditCopy } from './run-copy.ts';
import { removeCopy } from './remove-copies.ts';
import { rowWithoutRun, type RunItem } from './run-item.ts';
import type { RunRow } from './run-row.ts';
import type { ScheduledEnd } from './schedule.ts';

/** The row of a run, and what is left to be done once the row is kept. */
export interface FinishedRun {
  readonly row: RunRow;
  /** For the schedule. */
  readonly end: ScheduledEnd;
  readonly cleanUp: () => Promise<void>;
  /** To be called once the row is shown: there is room for the output of another one then. */
  readonly release: () => void;
}

/**
 * Runs the command of one item and returns its row, whatever happens: one pod's failure is one row. Only a bug of ours
 * is thrown.
 */
export async function runPod(context: AuditContext, item: RunItem): Promise<FinishedRun> {
  const run: Run = { context, item, stage: 'planning', facts: {}, copy: undefined, lease: undefined };
  const row = await runSomehow(run);
  const end = run.stage === 'planning' && row.outcome === 'refused' ? 'untried' : row.outcome;
  return { row, end, cleanUp: () => removeCopy(context, run), release: () => run.lease?.release() };
}

async function runSomehow(run: Run): Promise<RunRow> {
  const { context, item } = run;
  if (context.copied.has(item.container)) {
    const row = await runInFoundCopy(run);
    if (row !== undefined) return row;
  }
  const pod = context.watch.find(item.uid);
  if (pod === undefined) return gone(run, 'the pod was deleted before its turn came');
  const refusals: CliError[] = [];
  const row = await following(run, pod, async (watch) => {
    try {
      return await runIn(run, pod, watch);
    } catch (error) {
      const isRefusal = run.stage === 'planning' || run.stage === 'adding';
      if (!context.settings.copies || !isRefusal || !isCliError(error) || !isWorthACopy(error)) throw error;
      refusals.push(error);
      return undefined;
    }
  });
  const [refusal] = refusals;
  return row ?? (await runInCopy(run, pod, refusal?.message ?? ''));
}

async function runInCopy(run: Run, pod: Pod, why: string): Promise<RunRow> {
  const { context, item } = run;
  run.stage = 'adding';
  try {
    await context.journal.note({ kind: 'copying', container: item.container });
    run.copy = await createCopy(context, { pod, item });
  } catch (error) {
    return rowOfFailure(run, error);
  }
  return await followCopy(run, run.copy, why);
}

/** The copy of a run that is resumed: another one, or the pod itself, would run the command once more. */
async function runInFoundCopy(run: Run): Promise<RunRow | undefined> {
  run.stage = 'adding';
  try {
    run.copy = await findCopy(run.context, run.item);
  } catch (error) {
    return rowOfFailure(run, error);
  }
  run.stage = 'planning';
  return run.copy && (await followCopy(run, run.copy, 'as found when the audit was resumed'));
}

async function followCopy(run: Run, copy: AuditCopy, why: string): Promise<RunRow> {
  const { pod, profile, notes } = copy;
  const how = `ran in a copy, ${podRef(pod).name}: ${why}`;
  run.facts = { container: run.item.container, profile, notes: [how, ...notes] };
  const row = await following(run, pod, async (watch) => {
    // It may have changed between the answer and now.
    await watch.renew(run.context.ending);
    return runToTheEnd(run, pod, watch);
  });
  return row ?? gone(run, 'the copy was deleted');
}

/** Gives the row of what `body` throws; undefined only where `body` has none. */
async function following(
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
    if (watch.latest().kind === 'gone') return gone(run, 'the pod was deleted meanwhile');
    return rowOfFailure(run, error);
  } finally {
    watch.close();
  }
}

function rowOfFailure({ item, facts, stage }: Run, error: unknown): RunRow {
  const judgement = judgeFailure(error, stage);
  if (judgement === undefined) throw error;
  return rowWithoutRun(item, { ...facts, ...judgement });
}

async function runIn(run: Run, pod: Pod, watch: PodWatch): Promise<RunRow> {
  const { context, item } = run;
  const { settings, io } = context;
  const planned = isThere(pod, item) ? undefined : planRun(pod, { ...settings, ...item, now: io.now() });
  const kept = planned && settings.reuses ? await findKept(context, { pod, planned }) : undefined;
  if (planned !== undefined && kept !== undefined) {
    // One that was added a moment ago may not run yet.
    await waitForStart(context, watch, { ...item.pod, container: kept.keeper.name });
    return runByExec(context, { item, pod, watch, planned, kept });
  }
  run.stage = 'adding';
  const added = await add(run, { pod, planned });
  run.facts = {
    container: item.container,
    target: added.target,
    profile: added.profile,
    notes: added.notes,
  };
  return runToTheEnd(run, added.pod, watch);
}

async function runToTheEnd(run: Run, before: Pod, watch: PodWatch): Promise<RunRow> {
  const { context, item } = run;
  const { io, settings, ending } = context;
  const deadlineMs = io.now().getTime() + settings.timeoutMs;
  await untilStarted(run, watch);
  const end = await awaitCommand({ io, watch }, { container: item.container, deadlineMs }, ending);
  return rowOfEnd(run, { end, before, watch });
}

/** In a run that is resumed the container may be there already. */
function isThere(pod: Pod, { container }: RunItem): boolean {
  return listContainers(pod).some(({ name }) => name === container);
}

interface Adding {
  readonly pod: Pod;
  readonly planned: RunPlan | undefined;
}

async function add({ context, item }: Run, { pod, planned }: Adding): Promise<Added> {
  if (planned === undefined) {
    const spec = pod.spec.ephemeralContainers?.find(({ name }) => name === item.container);
    const { profile } = context.settings.request;
    return { pod, target: spec?.targetContainerName ?? '', profile, notes: [] };
  }
  await context.journal.note({ kind: 'adding', container: item.container });
  const added = await addContainer(context, { pod, planned });
  context.watch.learn(added.pod, (seen) => isThere(seen, item));
  return added;
}

async function untilStarted(run: Run, watch: PodWatch): Promise<void> {
  const { context, item } = run;
  run.stage = 'starting';
  await waitForStart(context, watch, refOf(run));
  run.stage = 'running';
  context.onStarted(item);
}

async function waitForStart(
  { io, settings, ending }: AuditContext,
  watch: PodWatch,
  container: ContainerRef,
): Promise<void> {
  const signs = { watch, events: NO_EVENTS, answerMs: 0, close: () => undefined };
  const wait = startWait(io, signs, {
    container,
    image: settings.request.image ?? '',
    timeoutMs: settings.timeoutMs,
    accepts: 'status',
    onProgress: () => undefined,
    onTrouble: () => undefined,
  });
  await wait.next(ending);
}
