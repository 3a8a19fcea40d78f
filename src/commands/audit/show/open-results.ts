import { makeResults } from '../../../audit/results/make-results.ts';
import { workWords, type AuditSettings } from '../../../audit/rows/audit-settings.ts';
import type { RunResults } from '../../../audit/rows/run-results.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { CommandInput } from '../../../flags/flag.ts';
import type { Io } from '../../../io.ts';
import type { RecordWish } from '../../../record/record-wish.ts';
import type { OpenRecord } from '../../../record/recorder.ts';
import { withCollected, type ResultsFlags } from '../audit-results.ts';

/** An audit whose results are shown as the flags of its call say. */
export interface ShownAudit {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly input: CommandInput;
  readonly wish: RecordWish | undefined;
  readonly shown: ResultsFlags;
  readonly isQuiet: boolean;
}

/**
 * Opens the results of an audit. Call it before anything is created: a file that cannot be written ends the audit before it
 * begins. Throws `output-failed`, `record-failed` and `usage`, and for a report in a ConfigMap
 * what keeps that from being written.
 */
export async function openResults(
  audit: ShownAudit,
  settings: AuditSettings,
  signal: AbortSignal,
): Promise<RunResults> {
  const { io, cluster, shown, isQuiet } = audit;
  const { allContainers, collect } = settings;
  const record = await openRecord(audit, settings, signal);
  const options = { ...shown, hasAllContainers: allContainers, isQuiet, cluster, ...(record && { record }) };
  return makeResults(io, collect === undefined ? options : withCollected(options, collect));
}

/** Opens the record of an audit, if its flags wish for one. Throws `record-failed` and `usage`. */
export async function openRecord(
  { io, cluster, input, wish }: Pick<ShownAudit, 'io' | 'cluster' | 'input' | 'wish'>,
  settings: AuditSettings,
  signal: AbortSignal,
): Promise<OpenRecord | undefined> {
  if (wish === undefined) return undefined;
  const { openAuditRecord } = await import('../../record/open-audit-record.ts');
  const { image, reason } = settings.request;
  return openAuditRecord(
    { io, cluster, input, wish, reason },
    { image, command: workWords(settings) },
    signal,
  );
}

/** Releases the results if the audit cannot begin. */
export async function orClose<T>(results: RunResults, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    await results.close();
    throw error;
  }
}
