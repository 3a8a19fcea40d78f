import { isCliError, type CliError } from '../errors/cli-error.ts';
import { errorText } from '../errors/error-text.ts';
import { listContainers } from '../pod/containers.ts';
import { podRef } from '../pod/pod-ref.ts';
import { endedContainers } from '../pod/ended-containers.ts';
import type { ContainerRef, Pod } from '../pod/types.ts';
import { endProcess, type Ending } from '../session/end-process.ts';
import { outcomeOfTerminated } from '../session/await-end.ts';
import { NO_EVENTS } from '../start/no-events.ts';
import type { PodWatch } from '../start/pod-watch.ts';
import { startWait } from '../start/start-wait.ts';
import { addContainer, type Added } from './add-container.ts';
import type { AuditContext } from './audit-context.ts';
import { awaitCommand, type CommandEnd } from './await-command.ts';
import { findKept } from './find-kept.ts';
import { judgeFailure, type RunStage } from './judge-failure.ts';
import { planRun, type RunPlan } from './plan-run.ts';
import { readOutput } from './read-output.ts';
import { createCopy, isWorthACopy, type AuditCopy } from './run-copy.ts';
import { runByExec } from './run-by-exec.ts';
import { rowWithoutRun, type RunItem, type RowWithoutRun } from './run-item.ts';
import { NO_OUTPUT, type RunOutcome, type RunOutput, type RunReason, type RunRow } from './run-row.ts';

/** One run, and what is known of it so far. */
interface Run {
  readonly context: AuditContext;
  readonly item: RunItem;
  stage: RunStage;
  /** What its row has, however it ends. */
  facts: Partial<RowWithoutRun>;
  /** The copy of the pod that it runs in, where the pod itself takes no debug container. */
  copy: AuditCopy | undefined;
}

/** The row of a run, and what is left to be done once the row is kept. */
export interface FinishedRun {
  readonly row: RunRow;
  readonly cleanUp: () => Promise<void>;
}

/**
 * Runs the command of one item and returns its row, whatever happens: one pod's failure is one row. Only a bug of ours
 * is thrown.
 */
export async function runPod(context: AuditContext, item: RunItem): Promise<FinishedRun> {
  const run: Run = { context, item, stage: 'planning', facts: {}, copy: undefined };
  const row = await runSomehow(run);
  return { row, cleanUp: () => removeCopy(run) };
}

async function removeCopy({ context, copy }: Run): Promise<void> {
  const why = await copy?.remove();
  if (copy === undefined || why === undefined) return;
  const { namespace, name } = podRef(copy.pod);
  context.warn(
    `copy ${namespace}/${name} stays: ${why}; to remove it: kubectl delete pod ${name} -n ${namespace}`,
  );
}

async function runSomehow(run: Run): Promise<RunRow> {
  const { context, item } = run;
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
    await context.journal.note({ kind: 'adding', container: item.container });
    run.copy = await createCopy(context, { pod, item });
  } catch (error) {
    return rowOfFailure(run, error);
  }
  const { pod: copy, profile, notes } = run.copy;
  const how = `ran in a copy, ${podRef(copy).name}: ${why}`;
  run.facts = { container: item.container, profile, notes: [how, ...notes] };
  const row = await following(run, copy, (watch) => runToTheEnd(run, copy, watch));
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
  const kept =
    planned && settings.reuses ? findKept(pod, planned, { ...settings, now: io.now() }) : undefined;
  if (planned !== undefined && kept !== undefined)
    return runByExec(context, { item, pod, watch, planned, keeper: kept });
  run.stage = 'adding';
  const added = await add(run, { pod, planned, watch });
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
  readonly watch: PodWatch;
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
  const { io, settings, ending } = context;
  run.stage = 'starting';
  const signs = { watch, events: NO_EVENTS, close: () => undefined };
  const wait = startWait(io, signs, {
    container: refOf(run),
    image: settings.request.image ?? '',
    timeoutMs: settings.timeoutMs,
    accepts: 'status',
    onProgress: () => undefined,
    onTrouble: () => undefined,
  });
  await wait.next(ending);
  run.stage = 'running';
  context.onStarted(item);
}

interface Ended {
  readonly end: CommandEnd;
  /** The pod when the container was added. */
  readonly before: Pod;
  readonly watch: PodWatch;
}

async function rowOfEnd(run: Run, { end, before, watch }: Ended): Promise<RunRow> {
  switch (end.kind) {
    case 'gone':
      return gone(run, end.why);
    case 'too-long':
      return endEarly(run, watch, 'timeout');
    case 'terminated':
      return rowOfTerminated(run, end, before);
  }
}

async function rowOfTerminated(
  run: Run,
  { terminated, pod }: Extract<CommandEnd, { kind: 'terminated' }>,
  before: Pod,
): Promise<RunRow> {
  const { item } = run;
  const { startedAt, finishedAt } = terminated;
  const ended = endedContainers(before, pod).filter(({ name }) => name === run.facts.target);
  const notes = ended.map(
    ({ name, isRestarted }) => `target container "${name}" ${isRestarted ? 'restarted' : 'ended'} meanwhile`,
  );
  run.facts = { ...run.facts, startedAt, finishedAt, notes: [...(run.facts.notes ?? []), ...notes] };
  const outcome = outcomeOfTerminated(terminated);
  if (outcome.kind !== 'exited') {
    const why = 'reason' in outcome ? outcome.reason : '';
    return rowWithoutRun(item, {
      ...run.facts,
      outcome: 'error',
      reason: reasonOf('exit-code-unknown', why),
    });
  }
  const { exitCode } = outcome;
  if (exitCode === 137 && ended.length > 0)
    return gone(run, `it ended with its target container "${run.facts.target ?? ''}"`);
  const read = await readWhatThereIs(run);
  if (read.failure !== undefined)
    return rowWithoutRun(item, { ...run.facts, outcome: 'incomplete', exitCode, reason: read.failure });
  const row = rowWithoutRun(item, { ...run.facts, outcome: 'incomplete', reason: reasonOf('', '') });
  return { ...row, outcome: 'exited', exitCode, output: read.output, reason: undefined };
}

interface Read {
  readonly output: RunOutput;
  readonly failure: RunReason | undefined;
}

async function readWhatThereIs(run: Run): Promise<Read> {
  const { io, cluster, settings } = run.context;
  const { maxOutput } = settings;
  try {
    const container = refOf(run);
    const output = await readOutput({ io, cluster }, { container, maxOutput }, new AbortController().signal);
    return { output, failure: undefined };
  } catch (error) {
    const failure = judgeFailure(error, 'running')?.reason ?? reasonOf('output-incomplete', errorText(error));
    return { output: NO_OUTPUT, failure };
  }
}

type Early = Extract<RunOutcome, 'timeout' | 'interrupted'>;

const WHY: Readonly<Record<Early, { readonly kind: string; readonly message: string }>> = {
  timeout: { kind: 'run-timeout', message: 'the command ran longer than --timeout' },
  interrupted: { kind: '', message: 'the audit was interrupted' },
};

/** Ends what runs, and keeps what it said until then. */
async function endEarly(run: Run, watch: PodWatch, early: Early): Promise<RunRow> {
  const { item, stage } = run;
  const { kind, message } = WHY[early];
  if (stage === 'planning')
    return rowWithoutRun(item, { ...run.facts, outcome: 'not-run', reason: reasonOf(kind, message) });
  const facts = { ...run.facts, container: item.container };
  if (stage !== 'running') {
    const why = `${message} before it had started, and it may still start`;
    return rowWithoutRun(item, {
      ...facts,
      outcome: `${early}-still-running`,
      reason: reasonOf(kind, why, stopHint(run)),
    });
  }
  const ending = await end(run, watch);
  const { output } = await readWhatThereIs(run);
  if (ending.kind === 'ended')
    return rowWithoutRun(item, { ...facts, outcome: early, output, reason: reasonOf(kind, message) });
  const why = `${message}, and it could not be ended: ${ending.why}`;
  return rowWithoutRun(item, {
    ...facts,
    outcome: `${early}-still-running`,
    output,
    reason: reasonOf(kind, why, stopHint(run)),
  });
}

/** A copy is deleted with all that runs in it. */
function end(run: Run, watch: PodWatch): Promise<Ending> {
  if (run.copy !== undefined) return Promise.resolve({ kind: 'ended' });
  const { io, cluster } = run.context;
  const doomed = { kind: 'container', container: refOf(run) } as const;
  return endProcess({ io, cluster, watch }, doomed, new AbortController().signal);
}

function gone(run: Run, why: string): RunRow {
  return rowWithoutRun(run.item, {
    ...run.facts,
    outcome: 'vanished',
    reason: reasonOf('pod-replaced', why),
  });
}

function reasonOf(kind: string, message: string, hint = ''): RunReason {
  return { kind, message, hint };
}

function stopHint({ item }: Run): string {
  return `kubectl-debug stop ${item.pod.name} -n ${item.pod.namespace} -c ${item.container}`;
}

function refOf({ item, copy }: Run): ContainerRef {
  return { ...(copy === undefined ? item.pod : podRef(copy.pod)), container: item.container };
}
