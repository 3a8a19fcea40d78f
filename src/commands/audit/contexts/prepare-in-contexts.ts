import type { JournalHead, JournalLine } from '../../../audit/journal/journal-line.ts';
import type { AuditSettings } from '../../../audit/rows/audit-settings.ts';
import { rowToJson } from '../../../audit/rows/row-json.ts';
import { Interrupted } from '../../../errors/interrupted.ts';
import { printable } from '../../../output/printable.ts';
import { previewAudit } from '../audit-preview.ts';
import { settingsInContext } from './collect-folder.ts';
import { rowsOfFailure } from './context-rows.ts';
import type { AuditInContexts, ContextPods } from './contexts-call.ts';
import { mergePods } from './find-in-contexts.ts';
import type { ContextRun } from './run-in-contexts.ts';

/**
 * Shows how many pods of each context get a debug container, and asks once whether to begin; not if there is none. Throws
 * `Interrupted` for a no.
 */
export async function confirmInContexts(
  call: AuditInContexts,
  { found, settings, areNamed }: Confirmed,
  signal: AbortSignal,
): Promise<void> {
  const { io, request, notes } = call;
  const pods = mergePods(found.filter((each) => each.kind === 'found'));
  if (pods === undefined || pods.items.length === 0) return;
  const contexts = found.map((each) => ({
    name: printable(each.context.name),
    found: each.kind === 'found' ? each.pods : each.error.message,
  }));
  const preview = { io, settings, pods, contexts, isConfirmed: request.isConfirmed, areNamed };
  if (await previewAudit(preview, signal)) return;
  notes.note('nothing was done');
  throw new Interrupted('SIGINT');
}

interface Confirmed {
  readonly found: readonly ContextPods[];
  readonly settings: AuditSettings;
  /** Whether the user typed the name of every pod. */
  readonly areNamed: boolean;
}

/** The lines of a journal for the contexts that could be read: each begins as the journal of its cluster alone would. */
export function linesOfFound(head: JournalHead, found: readonly ContextPods[]): readonly JournalLine[] {
  return found.flatMap((each) => (each.kind === 'found' ? linesOf(head, each) : []));
}

function linesOf(
  { kind, version, runId, startedAt, settings }: JournalHead,
  { context, pods }: Extract<ContextPods, { kind: 'found' }>,
): readonly JournalLine[] {
  const places = pods.places.map(({ namespace }) => namespace);
  const named = places.filter((namespace) => namespace !== undefined);
  const lines: readonly JournalLine[] = [
    {
      kind,
      version,
      runId,
      startedAt,
      server: context.cluster.server,
      settings: settingsInContext(settings, context.name),
      namespaces: named.length < places.length ? null : named,
    },
    ...pods.skipped.map((row) => ({ kind: 'row', id: '', row: rowToJson(row) }) as const),
    ...pods.items.map((item) => ({ kind: 'item', item }) as const),
    { kind: 'selected' },
  ];
  return lines.map((line) => ({ ...line, context: context.name }));
}

/** What to run of the pods that were found. */
export function runOfFound(settings: AuditSettings, each: ContextPods): ContextRun {
  if (each.kind === 'failed')
    return {
      kind: 'rows',
      context: each.context,
      knownRows: rowsOfFailure(each.error).map((row) => () => row),
    };
  const { context, pods } = each;
  const { items, places, known, skipped } = pods;
  const run = { items, settings: settingsInContext(settings, context.name), places, known, maybeCopied: [] };
  return { kind: 'run', context, run, knownRows: skipped.map((row) => () => row) };
}
