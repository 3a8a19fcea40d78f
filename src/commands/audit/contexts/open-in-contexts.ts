import { makeResults } from '../../../audit/results/make-results.ts';
import { makeOutputFolder } from '../../../audit/results/sinks/output-folder-sink.ts';
import type { AuditSettings } from '../../../audit/rows/audit-settings.ts';
import type { RunResults } from '../../../audit/rows/run-results.ts';
import type { OpenRecord } from '../../../record/recorder.ts';
import { flagsInContext } from '../../shared/contexts/in-context.ts';
import type { UsedContext } from '../../shared/contexts/with-contexts.ts';
import { openRecord, orClose } from '../show/open-results.ts';
import { collectFolder } from './collect-folder.ts';
import { withCollected } from '../audit-results.ts';
import type { AuditInContexts } from './contexts-call.ts';

/**
 * Opens the results of an audit of several clusters. Call it before the journal is created: a file that cannot be written
 * ends the audit before it begins.
 */
export async function openResultsInContexts(
  call: AuditInContexts,
  { contexts, settings }: { readonly contexts: readonly UsedContext[]; readonly settings: AuditSettings },
  signal: AbortSignal,
): Promise<RunResults> {
  const { io, request, shown } = call;
  const { allContainers, collect } = settings;
  const record = await openRecordOfAll(call, { contexts, settings }, signal);
  const options = {
    ...shown,
    hasAllContainers: allContainers,
    isOneContext: contexts.length === 1,
    isQuiet: request.isQuiet,
    ...(record && { record }),
  };
  if (collect === undefined) return makeResults(io, options);
  const results = await makeResults(io, withCollected(options, collect));
  return orClose(results, async () => {
    for (const { name } of contexts) await makeOutputFolder(collectFolder(collect, name), io.userId);
    return results;
  });
}

/** One record for all contexts. The user of the first one stands for all; where none can be used, there is nothing to record. */
async function openRecordOfAll(
  { io, input, wish }: AuditInContexts,
  { contexts, settings }: { readonly contexts: readonly UsedContext[]; readonly settings: AuditSettings },
  signal: AbortSignal,
): Promise<OpenRecord | undefined> {
  const open = contexts.flatMap((each) => (each.kind === 'open' ? [each] : []));
  const [first] = open;
  if (wish === undefined || first === undefined) return undefined;
  const server = open.map(({ name, cluster }) => `${name} (${cluster.server})`).join(', ');
  // No single context is that of the record, so its facts name none.
  const flags = flagsInContext(input.flags, open.map(({ name }) => name).join(','));
  const audit = { io, cluster: { ...first.cluster, server }, input: { ...input, flags }, wish };
  return openRecord(audit, settings, signal);
}
