import { Interrupted } from '../errors/interrupted.ts';
import type { ContainerRef, Pod } from '../pod/types.ts';
import { endCommand } from '../session/scripts/end-process.ts';
import type { SessionNews } from '../session/session-news.ts';
import { execSession, type ExecEnd } from '../session/exec/exec-session.ts';
import type { PodWatch } from '../cluster/watch/pod-watch.ts';
import type { AuditContext } from './run/audit-context.ts';
import { rowOfEarlyEnd } from './end/end-run-early.ts';
import type { FoundKeeper } from './run/find-run-keeper.ts';
import { warnOfIgnoredTarget } from './run/warn-of-ignored-target.ts';
import { reasonOf } from './run/one-run.ts';
import type { RunPlan } from './run/plan-run.ts';
import { collectOutput } from './end/read-output.ts';
import { rowOfExit, rowWithoutRun, type RunFacts, type RunItem } from './rows/run-item.ts';
import type { RunReason, RunRow } from './rows/run-row.ts';

/** A run whose command goes into a keeper. */
interface KeeperRun {
  readonly item: RunItem;
  readonly pod: Pod;
  readonly watch: PodWatch;
  readonly planned: RunPlan;
  readonly kept: FoundKeeper;
}

interface Live {
  readonly context: AuditContext;
  readonly run: KeeperRun;
  readonly container: ContainerRef;
  /** What the row says of the command at this moment. */
  readonly facts: () => RunFacts;
  /** The process id of the session's leader; undefined until the command has started. */
  readonly leader: () => number | undefined;
}

/** Runs the command by exec in a keeper and returns its row. Throws what `execSession` throws. */
export async function runByExec(context: AuditContext, run: KeeperRun): Promise<RunRow> {
  const { io, cluster, settings, journal } = context;
  const { item, watch, planned, kept } = run;
  const container = { ...item.pod, container: kept.keeper.name };
  const collector = collectOutput(settings.maxOutput);
  let leader: number | undefined;
  await journal.note({ kind: 'exec', container: item.container });
  const startedAt = io.now();
  const facts = (): RunFacts => ({
    container: container.container,
    target: planned.target,
    profile: kept.profile,
    notes: planned.notes,
    output: collector.output(),
    ...timesOf(startedAt, io.now()),
  });
  const live: Live = { context, run, container, facts, leader: () => leader };
  const output = {
    write: (_: string, bytes: Buffer) => collector.add(bytes),
    flush: () => Promise.resolve(),
  };
  const request = {
    container,
    command: settings.request.command,
    stdin: false,
    tty: false,
    detachKeys: Buffer.alloc(0),
  };
  const tell = (news: SessionNews): void => {
    if (news.kind !== 'started') return;
    leader = news.processId;
    if (news.keeperIsFirst) warnOfIgnoredTarget(context, run.pod, kept.keeper.name);
    context.onStarted(item);
    context.onRan(item);
  };
  const connection = { reconnects: false, tell };
  const leaving = new AbortController();
  const late = new AbortController();
  const leave = (): void => leaving.abort(new Interrupted('SIGTERM'));
  context.ending.addEventListener('abort', leave, { once: true });
  if (context.ending.aborted) leave();
  io.sleep(settings.timeoutMs, late.signal).then(leave, () => undefined);
  try {
    const end = await execSession({ io, cluster, watch, output, connection }, request, leaving.signal);
    return await rowOfExec(live, end);
  } finally {
    late.abort();
    context.ending.removeEventListener('abort', leave);
  }
}

function timesOf(startedAt: Date, finishedAt: Date): RunFacts {
  return { startedAt, finishedAt, durationMs: finishedAt.getTime() - startedAt.getTime() };
}

async function rowOfExec(live: Live, end: ExecEnd): Promise<RunRow> {
  const { run, facts } = live;
  const { item } = run;
  if (end.kind !== 'over')
    return rowWithoutRun(item, { ...facts(), outcome: 'not-started', reason: whyNotStarted(live, end) });
  const { outcome } = end;
  switch (outcome.kind) {
    case 'exited':
      return rowOfExit(item, { ...facts(), exitCode: outcome.exitCode });
    case 'detached':
      return rowOfDetached(live);
    case 'lost':
      return rowWithoutRun(item, {
        ...facts(),
        outcome: 'unknown',
        reason: reasonOf('connection-lost', outcome.reason),
      });
    case 'incomplete':
    case 'unknown':
      return rowWithoutRun(item, {
        ...facts(),
        outcome: 'unknown',
        reason: reasonOf('exit-code-unknown', outcome.reason),
      });
  }
}

/** We detach at the timeout and when the audit is interrupted. */
async function rowOfDetached(live: Live): Promise<RunRow> {
  const { context, run, facts } = live;
  const early = context.ending.aborted ? 'interrupted' : 'timeout';
  const ending = await endCommand({ ...context, watch: run.watch }, live.container, live.leader());
  return rowOfEarlyEnd(run.item, { early, ending, facts: facts(), hint: '' });
}

function whyNotStarted({ context, container }: Live, end: Exclude<ExecEnd, { kind: 'over' }>): RunReason {
  const program = context.settings.request.command[0] ?? '';
  switch (end.kind) {
    case 'missing':
      return reasonOf(
        'command-not-found',
        `the image of "${container.container}" has no program "${program}"`,
      );
    case 'denied':
      return reasonOf('command-not-executable', `"${program}" cannot be executed`);
    case 'not-running':
      return reasonOf('container-not-running', end.message);
  }
}
