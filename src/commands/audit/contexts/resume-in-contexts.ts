import { linesOfContext } from '../../../audit/journal/journal-of-context.ts';
import type { JournalHead } from '../../../audit/journal/journal-line.ts';
import { continueJournal, noteAll } from '../../../audit/journal/journal.ts';
import { readJournal, type ReadLine } from '../../../audit/journal/read-journal.ts';
import { CliError, isCliError } from '../../../errors/cli-error.ts';
import { answeringSoon, withContexts, type UsedContext } from '../../shared/contexts/with-contexts.ts';
import type { AuditSelection, ResumedAudit } from '../audit-request.ts';
import { findPodsAgain } from '../../../audit/watch/find-pods-again.ts';
import { hasBegun, readInterruptedRun } from '../../../audit/journal/interrupted-run.ts';
import { rowsOfFailure } from './context-rows.ts';
import type { AuditInContexts, ContextPods } from './contexts-call.ts';
import { findInContexts } from './find-in-contexts.ts';
import { orClose } from '../show/open-results.ts';
import { openResultsInContexts } from './open-in-contexts.ts';
import { confirmInContexts, linesOfFound, runOfFound } from './prepare-in-contexts.ts';
import { runInContexts, type ContextRun } from './run-in-contexts.ts';

interface Journaled {
  readonly head: JournalHead;
  readonly lines: readonly ReadLine[];
  readonly rerunsUnknown: boolean;
}

/**
 * `--resume` of an audit of several clusters: goes on in all of them, also in one that could not be reached until now, after
 * a question about its pods. Throws as `audit --resume`.
 */
export async function resumeInContexts(
  call: AuditInContexts,
  { runId = '', rerunsUnknown }: Pick<ResumedAudit, 'runId' | 'rerunsUnknown'>,
): Promise<number> {
  const { io, input } = call;
  const { lines, length } = await readJournal(io, runId);
  const [head] = lines;
  if (head?.kind !== 'run' || head.contexts === undefined)
    throw new CliError('usage', `the audit "${runId}" is not one of several clusters`);
  const { names } = head.contexts;
  const journaled = { head, lines, rerunsUnknown };
  return withContexts(io, { flags: input.flags, names }, async (contexts, signal) => {
    const { reason } = head.settings.request;
    for (const each of contexts) if (each.kind === 'open') each.cluster.giveReason(reason);
    const begun = contexts.filter(({ name }) => hasBegun(linesOfContext(lines, name)));
    const found = await findNew(
      call,
      { head, contexts: contexts.filter((each) => !begun.includes(each)) },
      signal,
    );
    const again = await Promise.all(
      begun.map((each) => readAgain(call, { context: each, journaled }, signal)),
    );
    const results = await openResultsInContexts(call, { contexts, settings: head.settings }, signal);
    const runs = [...again, ...found.map((each) => runOfFound(head.settings, each))];
    const journal = await orClose(results, async () => {
      const continued = await continueJournal(io, { runId, length });
      await noteAll(continued, linesOfFound(head, found));
      return continued;
    });
    return runInContexts(call, { head, journal, results, runs }, signal);
  });
}

/** Finds the pods of contexts that could not be read when the audit began, and asks about them. */
async function findNew(
  call: AuditInContexts,
  { head, contexts }: { readonly head: JournalHead; readonly contexts: readonly UsedContext[] },
  signal: AbortSignal,
): Promise<readonly ContextPods[]> {
  const { settings, runId } = head;
  // Only this program writes journals, so the selection is not validated.
  const from = head.contexts?.from as AuditSelection;
  const found = await findInContexts(contexts, { flags: call.input.flags, from, runId }, signal);
  await confirmInContexts(call, { found, settings, areNamed: false }, signal);
  return found;
}

/** What is left to do in a context whose pods the journal has. */
async function readAgain(
  { input }: AuditInContexts,
  { context, journaled }: { readonly context: UsedContext; readonly journaled: Journaled },
  signal: AbortSignal,
): Promise<ContextRun> {
  const { lines, rerunsUnknown } = journaled;
  const interrupted = readInterruptedRun(linesOfContext(lines, context.name), { rerunsUnknown });
  const { head, items, rows, maybeCopied } = interrupted;
  try {
    if (context.kind === 'failed') throw context.error;
    const { server } = context.cluster;
    if (server !== head.server)
      throw new CliError('usage', `the audit ran on ${head.server}, but this context is now of ${server}`, {
        hint: 'name the cluster of the audit in the context again',
      });
    const cluster = answeringSoon(context.cluster, input.flags);
    const { known, places } = await findPodsAgain(cluster, interrupted, signal);
    const run = { items, settings: head.settings, places, known, maybeCopied };
    return { kind: 'run', context, run, knownRows: rows };
  } catch (error) {
    signal.throwIfAborted();
    if (!isCliError(error)) throw error;
    const failed = items.length === 0 ? [] : rowsOfFailure(error, items);
    return { kind: 'rows', context, knownRows: [...rows, ...failed.map((row) => () => row)] };
  }
}
