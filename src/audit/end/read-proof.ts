import { openLog } from '../../cluster/api/log.ts';
import { readRecords, readStart, type CommandEnd } from '../../session/records/records.ts';
import type { AuditContext } from '../run/audit-context.ts';
import { proveLog } from './prove-log.ts';
import { readRunOutput } from './read-run-output.ts';
import { warnOfIgnoredTarget } from '../run/warn-of-ignored-target.ts';
import { debugContainerRef, type Run } from '../run/one-run.ts';
import type { RunOutput, RunReason } from '../rows/run-row.ts';

/** What the log of a command in an envelope proves. */
export type Proof =
  /** The command has ended, and `output` is all that it printed, or its first `--max-output` bytes. */
  | { readonly kind: 'proven'; readonly end: CommandEnd; readonly output: RunOutput }
  /** Records are missing: the command still runs, or the node has lost the end of its output. */
  | { readonly kind: 'unproven'; readonly output: RunOutput; readonly hasStarted: boolean }
  | { readonly kind: 'unread'; readonly failure: RunReason };

const STREAMS = ['stdout', 'stderr'] as const;
/** More than all records of an envelope take together. */
const RECORDS_BYTES = 1024;
/** Two records, each of which may share its line with unfinished output, and that in up to two parts. */
const LAST_LINES = 8;
const LAST_LINES_WITHIN_MS = 30_000;

/** Reads the log of a run up to `--max-output`, and decides what it proves. */
export async function readProof(run: Run): Promise<Proof> {
  const { maxOutput } = run.context.settings;
  const read = await readRunOutput(run, { extraBytes: RECORDS_BYTES });
  if (read.failure !== undefined) return { kind: 'unread', failure: read.failure };
  const bytes = Buffer.from(read.output.bytes);
  const { records, shown } = proveLog(bytes);
  if (records.isFirst())
    warnOfIgnoredTarget(run.context, run.context.watch.find(run.item.uid), run.container);
  const isTruncated = read.output.isTruncated || shown.length > maxOutput;
  const output = { bytes: shown.subarray(0, maxOutput), isTruncated };
  const end = read.output.isTruncated ? await readLastEnd(run.context, run, bytes) : records.end();
  if (end !== undefined) return { kind: 'proven', end, output };
  return { kind: 'unproven', output, hasStarted: records.hasStarted() };
}

/**
 * Reads the end of a log that is longer than `--max-output`, to learn whether the command has ended. One record is
 * enough: the record of the other stream may be many lines above.
 */
async function readLastEnd(
  { cluster, io }: Pick<AuditContext, 'cluster' | 'io'>,
  run: Run,
  first: Buffer,
): Promise<CommandEnd | undefined> {
  const secret = readStart(first);
  if (secret === undefined) return undefined;
  const readers = STREAMS.map((stream) => readRecords({ secret, streams: [stream], fromStart: false }));
  const over = new AbortController();
  const late = io.sleep(LAST_LINES_WITHIN_MS, over.signal).then(
    () => over.abort(),
    () => undefined, // aborted: the log was read in time
  );
  try {
    const { signal } = over;
    const { body } = await openLog(cluster, debugContainerRef(run), { tailLines: LAST_LINES, signal });
    for await (const chunk of body) readers.forEach((records) => records.read('stdout', chunk));
    return readers.map((records) => records.end()).find((end) => end !== undefined);
  } catch {
    return undefined; // a log that cannot be read proves nothing
  } finally {
    over.abort();
    await late;
  }
}
