import { isCliError, type CliError } from '../errors/cli-error.ts';
import { listContainers } from '../pod/containers/containers.ts';
import { readEnvelope } from '../pod/containers/envelope.ts';
import { podRef } from '../pod/pod-ref.ts';
import type { ContainerRef, Pod } from '../pod/types.ts';
import { NO_EVENTS } from '../start/wait/no-events.ts';
import type { PodWatch } from '../cluster/watch/pod-watch.ts';
import { startWait } from '../start/wait/start-wait.ts';
import { addContainer, type Added } from './run/add-container.ts';
import type { AuditContext } from './run/audit-context.ts';
import { awaitCommand } from './end/await-command.ts';
import { endEarly } from './end/end-run-early.ts';
import { findKept } from './run/find-kept.ts';
import { judgeFailure } from './run/judge-failure.ts';
import { gone, refOf, type Run } from './run/one-run.ts';
import { planRun, type RunPlan } from './run/plan-run.ts';
import { rowOfEarlyProof, rowOfEnd } from './end/row-of-end.ts';
import { runByExec } from './run-by-exec.ts';
import { requireRights } from './run/require-rights.ts';
import { copyRef, createCopy, findCopy, isWorthACopy, type AuditCopy } from './run/run-copy.ts';
import { removeCopy } from './run/remove-copies.ts';
import { rowWithoutRun, type RunItem } from './rows/run-item.ts';
import type { RunRow } from './rows/run-row.ts';
import type { ScheduledEnd } from './schedule/schedule.ts';

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
  const run: Run = {
    context,
    item,
    container: item.container,
    envelope: undefined,
    stage: 'planning',
    facts: {},
    copy: undefined,
    lease: undefined,
  };
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
    await requireRights(context, ['log', 'deletion'], copyRef(item));
    await context.journal.note({ kind: 'copying', container: item.container });
    run.copy = await createCopy(context, { pod, item });
  } catch (error) {
    return rowOfFailure(run, error);
  }
  return await followCopy(run, { copy: run.copy, original: pod, why });
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
  const original = run.context.watch.find(run.item.uid);
  const why = 'as found when the audit was resumed';
  return run.copy && (await followCopy(run, { copy: run.copy, original, why }));
}

async function followCopy(run: Run, { copy, original, why }: FoundCopy): Promise<RunRow> {
  const { pod, profile, notes } = copy;
  const how = `ran in a copy, ${podRef(pod).name}: ${why}`;
  run.facts = { container: run.container, profile, notes: [how, ...notes] };
  const row = await following(run, pod, async (watch) => {
    // It may have changed between the answer and now.
    await watch.renew(run.context.ending);
    try {
      return await runToTheEnd(run, pod, watch);
    } catch (error) {
      if (!lacksShell(run, error)) throw error;
      return undefined;
    }
  });
  return row ?? (await runInAnotherCopy(run, { copy, original, why }));
}

/** For an image that has no shell. */
async function runInAnotherCopy(run: Run, { copy, original, why }: FoundCopy): Promise<RunRow> {
  await copy.remove();
  return original === undefined ? gone(run, 'the copy was deleted') : runInCopy(run, original, why);
}

interface FoundCopy {
  readonly copy: AuditCopy;
  /** What it is a copy of, if that is still there. */
  readonly original: Pod | undefined;
  readonly why: string;
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
  const { settings } = context;
  const planned = isThere(pod, run) ? undefined : plan(run, pod);
  const kept = planned && settings.reuses ? await findKept(context, { pod, planned }) : undefined;
  if (planned !== undefined && kept !== undefined) {
    // One that was added a moment ago may not run yet.
    await waitForStart(context, watch, { ...item.pod, container: kept.keeper.name });
    return runByExec(context, { item, pod, watch, planned, kept });
  }
  run.stage = 'adding';
  const added = await add(run, { pod, planned });
  run.facts = {
    container: run.container,
    target: added.target,
    profile: added.profile,
    notes: added.notes,
  };
  try {
    return await runToTheEnd(run, added.pod, watch);
  } catch (error) {
    const sight = watch.latest();
    if (!lacksShell(run, error) || sight.kind === 'gone') throw error;
    run.container = `${item.container}${WITHOUT_SHELL}`;
    return runIn(run, sight.pod, watch);
  }
}

/** Behind the name of a container that takes the place of one whose envelope the image has no shell for. */
const WITHOUT_SHELL = '-plain';

/** Whether the command did not run because the image has no shell; it may without its envelope then. */
function lacksShell({ context, envelope, stage }: Run, error: unknown): boolean {
  const isMissing =
    envelope !== undefined &&
    stage === 'starting' &&
    isCliError(error) &&
    (error.kind === 'command-not-found' || error.kind === 'command-not-executable');
  if (isMissing && !context.shell.isMissing) {
    context.shell.isMissing = true;
    context.warn(
      `image "${context.settings.request.image ?? ''}" has no shell, so nothing proves the outputs complete; the command runs without one`,
    );
  }
  return isMissing;
}

function plan({ context, item, container }: Run, pod: Pod): RunPlan {
  const { settings, io, shell } = context;
  const { request } = settings;
  const fitting = shell.isMissing ? { ...request, envelope: undefined } : request;
  return planRun(pod, { ...settings, ...item, request: fitting, container, now: io.now() });
}

/** On a busy node the log tells a moment after the status that a program is missing, in milliseconds. */
const LOOK_AGAIN_MS = 250;

/** Of a canary a second look decides whether its command runs, before all else does. */
async function lookAgain(run: Run, watch: PodWatch): Promise<RunRow | undefined> {
  const { io, ending, isTrying } = run.context;
  if (run.envelope === undefined || !isTrying()) return undefined;
  await io.sleep(LOOK_AGAIN_MS, ending).catch(() => undefined); // what is to be ended is ended by who waits for it
  return rowOfEarlyProof(run, watch);
}

async function runToTheEnd(run: Run, before: Pod, watch: PodWatch): Promise<RunRow> {
  const { io, settings, ending } = run.context;
  const deadlineMs = io.now().getTime() + settings.timeoutMs;
  const { container } = run;
  run.envelope = envelopeOf(before, container);
  await untilStarted(run, watch);
  const early = (await rowOfEarlyProof(run, watch)) ?? (await lookAgain(run, watch));
  if (early?.outcome !== 'not-started') run.context.onRan(run.item);
  if (early !== undefined) return early;
  const end = await awaitCommand({ io, watch }, { container, deadlineMs }, ending);
  return rowOfEnd(run, { end, before, watch });
}

/** In a run that is resumed the container may be there already. */
function isThere(pod: Pod, { container }: Pick<Run, 'container'>): boolean {
  return listContainers(pod).some(({ name }) => name === container);
}

/** Of a container that may be another run's: what it runs in is in the pod. */
function envelopeOf(pod: Pod, container: string): Run['envelope'] {
  const found = listContainers(pod).find(({ name }) => name === container);
  return found && readEnvelope(found.spec)?.envelope;
}

interface Adding {
  readonly pod: Pod;
  readonly planned: RunPlan | undefined;
}

async function add({ context, container, item }: Run, { pod, planned }: Adding): Promise<Added> {
  if (planned === undefined) {
    const spec = pod.spec.ephemeralContainers?.find(({ name }) => name === container);
    const { profile } = context.settings.request;
    return { pod, target: spec?.targetContainerName ?? '', profile, notes: [] };
  }
  await requireRights(context, ['log'], item.pod);
  await context.journal.note({ kind: 'adding', container });
  const added = await addContainer(context, { pod, planned });
  context.watch.learn(added.pod, (seen) => isThere(seen, { container }));
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
