import { createJournal, noteAll } from '../../../audit/journal/journal.ts';
import type { JournalHead } from '../../../audit/journal/journal-line.ts';
import { makeRunId } from '../../../audit/journal/run-id.ts';
import { CliError } from '../../../errors/cli-error.ts';
import type { CommandInput } from '../../../flags/flag.ts';
import type { Io } from '../../../io.ts';
import { makeNotes } from '../../../output/say/notes.ts';
import { readContexts } from '../../shared/contexts/read-contexts.ts';
import { withContexts, type UsedContext } from '../../shared/contexts/with-contexts.ts';
import { readAuditRecordFlag } from '../../record/read-record-flags.ts';
import type { AuditRequest, AuditSelection, NewAudit } from '../audit-request.ts';
import { readResultsFlags } from '../audit-results.ts';
import { withFirstNamespace } from '../first-namespace.ts';
import type { AuditInContexts } from './contexts-call.ts';
import { findInContexts, requireSome, withListedTargets } from './find-in-contexts.ts';
import { orClose } from '../show/open-results.ts';
import { openResultsInContexts } from './open-in-contexts.ts';
import { confirmInContexts, linesOfFound, runOfFound } from './prepare-in-contexts.ts';
import { resumeInContexts } from './resume-in-contexts.ts';
import { runInContexts } from './run-in-contexts.ts';

/**
 * `kubectl-debug audit --contexts`, and `--resume` of such an audit: one run over several clusters. A cluster that cannot be
 * reached is a row, and the others go on. Returns the exit code.
 */
export async function auditContexts(io: Io, input: CommandInput, request: AuditRequest): Promise<number> {
  const { flags } = input;
  const call: AuditInContexts = {
    io,
    input,
    request,
    shown: readResultsFlags(io, flags),
    wish: readAuditRecordFlag(io, flags),
    notes: makeNotes(io, { quiet: request.isQuiet }),
  };
  if (request.kind === 'resume') {
    if (flags.isGiven('context'))
      throw new CliError('usage', '--resume uses the contexts of its run, not --context', {
        hint: 'leave out --context',
      });
    return resumeInContexts(call, request);
  }
  const names = await readContexts(io, flags);
  return withContexts(io, { flags: withFirstNamespace(flags), names }, (contexts, signal) =>
    startInContexts(call, { ...request, contexts }, signal),
  );
}

async function startInContexts(
  call: AuditInContexts,
  { settings, from, contexts }: NewAudit & { readonly contexts: readonly UsedContext[] },
  signal: AbortSignal,
): Promise<number> {
  const { io, input } = call;
  const runId = makeRunId(io);
  const listed = await withListedTargets(io, from, signal);
  const found = await findInContexts(contexts, { flags: input.flags, from: listed, runId }, signal);
  requireSome(found);
  await confirmInContexts(call, { found, settings, areNamed: !from.lists && !from.readsStdin }, signal);
  const results = await openResultsInContexts(call, { contexts, settings }, signal);
  const head = makeHead(call, { runId, settings, from: listed, contexts });
  const runs = found.map((each) => runOfFound(settings, each));
  const journal = await orClose(results, async () => {
    const created = await createJournal(io, runId);
    await noteAll(created, [head, ...linesOfFound(head, found)]);
    return created;
  });
  return runInContexts(call, { head, journal, results, runs }, signal);
}

interface Started extends Pick<NewAudit, 'settings'> {
  readonly runId: string;
  readonly from: AuditSelection;
  readonly contexts: readonly UsedContext[];
}

function makeHead({ io }: AuditInContexts, { runId, settings, from, contexts }: Started): JournalHead {
  const names = contexts.map(({ name }) => name);
  return {
    kind: 'run',
    version: 1,
    runId,
    startedAt: io.now().toISOString(),
    server: `the contexts ${names.join(', ')}`,
    settings,
    namespaces: [],
    contexts: { names, from },
  };
}
