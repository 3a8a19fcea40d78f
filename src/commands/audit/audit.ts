import type { AuditSettings } from '../../audit/rows/audit-settings.ts';
import { collectGarbageEarly } from './collect-garbage-early.ts';
import { continueJournal, createJournal, noteAll } from '../../audit/journal/journal.ts';
import type { JournalHead } from '../../audit/journal/journal-line.ts';
import { runAudit, type AuditRun } from '../../audit/run-audit.ts';
import { readJournal, readJournalHead } from '../../audit/journal/read-journal.ts';
import { readInterruptedRun } from '../../audit/journal/interrupted-run.ts';
import { rowToJson } from '../../audit/rows/row-json.ts';
import { makeRunId } from '../../audit/journal/run-id.ts';
import type { RunRow } from '../../audit/rows/run-row.ts';
import { findPodsAgain } from '../../audit/watch/find-pods-again.ts';
import { Interrupted } from '../../errors/interrupted.ts';
import type { CommandInput } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { makeNotes, type Notes } from '../../output/say/notes.ts';
import { followAudit } from './in-cluster/follow-audit.ts';
import { withoutObjectFormat } from './in-cluster/in-cluster-request.ts';
import { workersFor } from './in-cluster/plan-fleet.ts';
import { startInCluster } from './in-cluster/start-in-cluster.ts';
import { runWorker } from './in-cluster/run-worker.ts';
import { isMerge, mergeAudits } from './audit-merge.ts';
import { findAuditPods, type AuditPods } from './audit-pods.ts';
import { previewAudit } from './audit-preview.ts';
import { readResultsFlags } from './audit-results.ts';
import { readAuditRequest, type AuditRequest, type NewAudit, type ResumedAudit } from './audit-request.ts';
import { refuseOtherCluster } from './audit-resume.ts';
import { chooseRun } from './choose-run.ts';
import { withFirstNamespace } from './first-namespace.ts';
import { noPods } from './no-pods.ts';
import { refuseBesideContexts } from '../shared/contexts/read-contexts.ts';
import { withCluster } from '../shared/with-cluster.ts';
import { readAuditRecordFlag } from '../record/read-record-flags.ts';
import { runWithResults, type ReadyAudit } from './show/run-with-results.ts';
import { openResults, orClose, type ShownAudit } from './show/open-results.ts';

interface AuditCall extends ShownAudit {
  readonly notes: Notes;
  readonly request: AuditRequest;
}

/**
 * `kubectl-debug audit [POD…|-l …] -- COMMAND`: runs one command in many pods. Returns 0 if all commands passed, 1 if one
 * did not, 3 if a pod could not be audited, 130 after an interrupt.
 */
export async function run(io: Io, input: CommandInput): Promise<number> {
  if (isMerge(input)) return mergeAudits(io, input);
  if (input.flags.isGiven('contexts')) refuseBesideContexts(input.flags);
  if (input.flags.isGiven('follow')) return followAudit(io, input);
  if (input.flags.isGiven('worker')) return runWorker(io, input);
  const request = await readAuditRequest(io, input);
  collectGarbageEarly();
  if (await isInContexts(io, input, request)) return inContexts(io, input, request);
  const shown = readResultsFlags(io, withoutObjectFormat(input.flags));
  const wish = readAuditRecordFlag(io, input.flags);
  const notes = makeNotes(io, { quiet: request.isQuiet });
  return withCluster(io, withFirstNamespace(input.flags), (cluster, signal) => {
    const auditing = { io, cluster, notes, request, shown, input, wish, isQuiet: request.isQuiet };
    return request.kind === 'new'
      ? startAudit(auditing, request, signal)
      : resumeAudit(auditing, request, signal);
  });
}

/** Whether an audit is of several clusters. An audit of one cluster that begins reads nothing for it. */
async function isInContexts(io: Io, { flags }: CommandInput, request: AuditRequest): Promise<boolean> {
  if (request.kind === 'new') return flags.isGiven('contexts');
  return request.runId !== undefined && (await readJournalHead(io, request.runId))?.contexts !== undefined;
}

async function inContexts(io: Io, input: CommandInput, request: AuditRequest): Promise<number> {
  const { auditContexts } = await import('./contexts/audit-contexts.ts');
  return auditContexts(io, input, request);
}

async function startAudit(
  auditing: AuditCall,
  { settings, from, inCluster }: NewAudit,
  signal: AbortSignal,
): Promise<number> {
  const { io, cluster, notes, request } = auditing;
  const runId = makeRunId(io);
  const pods = await findAuditPods({ io, cluster }, { from, runId }, signal);
  // A shard may have none of the pods that there are.
  if (pods.items.length + pods.skipped.length + pods.inOtherShards === 0) throw noPods(pods, from, cluster);
  const isDryRun = inCluster?.dryRun !== undefined;
  const preview = {
    io,
    settings,
    pods,
    isConfirmed: request.isConfirmed || changesNothing(pods, isDryRun),
    areNamed: !from.lists && !from.readsStdin,
    fleet: inCluster && {
      run: { runId, namespace: inCluster.namespace ?? cluster.namespace },
      workers: workersFor(inCluster, pods.items.length),
    },
  };
  await requireYes(preview, notes, signal);
  const head = makeHead(auditing, { runId, settings, pods });
  // Rows of skipped pods need no worker.
  if (inCluster !== undefined && (pods.items.length > 0 || isDryRun))
    return startInCluster({ ...auditing, ...request }, { request: inCluster, head, pods }, signal);
  const results = await openResults(auditing, settings, signal);
  const journal = await orClose(results, () => createJournal(io, runId));
  await noteAll(journal, [
    head,
    ...pods.skipped.map((row) => ({ kind: 'row', id: '', row: rowToJson(row) }) as const),
    ...pods.items.map((item) => ({ kind: 'item', item }) as const),
    { kind: 'selected' },
  ]);
  const run = { items: pods.items, settings, places: pods.places, known: pods.known, maybeCopied: [] };
  return runPreparedAudit(
    auditing,
    { head, journal, results, run, knownRows: pods.skipped.map((row) => () => row) },
    signal,
  );
}

/** Whether no pod is about to get a debug container. */
function changesNothing({ items }: AuditPods, isDryRun: boolean): boolean {
  return isDryRun || items.length === 0;
}

async function requireYes(
  preview: Parameters<typeof previewAudit>[0],
  notes: Notes,
  signal: AbortSignal,
): Promise<void> {
  if (await previewAudit(preview, signal)) return;
  notes.note('nothing was done');
  throw new Interrupted('SIGINT');
}

function makeHead(
  { io, cluster }: AuditCall,
  {
    runId,
    settings,
    pods,
  }: { readonly runId: string; readonly settings: AuditSettings; readonly pods: AuditPods },
): JournalHead {
  const namespaces = pods.places.map(({ namespace }) => namespace);
  const named = namespaces.filter((namespace) => namespace !== undefined);
  return {
    kind: 'run',
    version: 1,
    runId,
    startedAt: io.now().toISOString(),
    server: cluster.server,
    settings,
    namespaces: named.length < namespaces.length ? null : named,
  };
}

async function resumeAudit(
  auditing: AuditCall,
  { runId: named, rerunsUnknown }: ResumedAudit,
  signal: AbortSignal,
): Promise<number> {
  const { io, cluster } = auditing;
  const runId = named ?? (await chooseRun(auditing, signal));
  if (named === undefined) {
    const chosen = { ...auditing.request, kind: 'resume', runId, rerunsUnknown } as const;
    if (await isInContexts(io, auditing.input, chosen)) return inContexts(io, auditing.input, chosen);
  }
  const { lines, length } = await readJournal(io, runId);
  const interrupted = readInterruptedRun(lines, { rerunsUnknown });
  refuseOtherCluster(interrupted, cluster);
  const { head, items, rows, maybeCopied } = interrupted;
  cluster.giveReason(head.settings.request.reason);
  const { known, places } = await findPodsAgain(cluster, interrupted, signal);
  const results = await openResults(auditing, head.settings, signal);
  const journal = await orClose(results, () => continueJournal(io, { runId, length }));
  const run = { items, settings: head.settings, places, known, maybeCopied };
  return runPreparedAudit(auditing, { head, journal, results, run, knownRows: rows }, signal);
}

interface PreparedAudit extends Omit<ReadyAudit, 'rows'> {
  readonly run: AuditRun;
  /** The rows that are known already. */
  readonly knownRows: readonly (() => RunRow)[];
}

function runPreparedAudit(
  auditing: AuditCall,
  prepared: PreparedAudit,
  signal: AbortSignal,
): Promise<number> {
  const { io, cluster, notes } = auditing;
  const { journal, results, run, knownRows } = prepared;
  const resources = { io, cluster, journal, results, warn: notes.warn };
  return runWithResults(
    auditing,
    {
      audit: { ...prepared, rows: run.items.length + knownRows.length },
      run: (control) => runAudit({ ...resources, ...control }, run, knownRows),
    },
    signal,
  );
}
