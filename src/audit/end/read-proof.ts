import { openLog } from '../../cluster/api/log.ts';
import { readRecords, readStart, type CommandEnd } from '../../session/records/records.ts';
import type { AuditContext } from '../run/audit-context.ts';
import { proveLog } from './prove-log.ts';
import { readRunOutput } from './read-run-output.ts';
import { refOf, type Run } from '../run/one-run.ts';
import type { RunOutput, RunReason } from '../rows/run-row.ts';

/** What the log of a command in an envelope says. */
export type Proof =
  /** The command has ended, and `output` is all that it printed, or its first bytes where that is more than was wanted. */
  | { readonly kind: 'proven'; readonly end: CommandEnd; readonly output: RunOutput }
  /** The records are not all there: the command runs on, or the node has lost the end of its output. */
  | { readonly kind: 'unproven'; readonly output: RunOutput; readonly hasStarted: boolean }
  | { readonly kind: 'unread'; readonly failure: RunReason };

const STREAMS = ['stdout', 'stderr'] as const;
/** More than all records of an envelope together. */
const RECORDS_BYTES = 1024;
/** Two records, each of which may share its line with what the command left unfinished, in up to two parts. */
const LAST_LINES = 8;

/** Reads the log of a run, and what it proves. */
export async function readProof(run: Run): Promise<Proof> {
  const { maxOutput } = run.context.settings;
  const read = await readRunOutput(run, { extraBytes: RECORDS_BYTES });
  if (read.failure !== undefined) return { kind: 'unread', failure: read.failure };
  const bytes = Buffer.from(read.output.bytes);
  const { records, shown } = proveLog(bytes);
  const isTruncated = read.output.isTruncated || shown.length > maxOutput;
  const output = { bytes: shown.subarray(0, maxOutput), isTruncated };
  const end = read.output.isTruncated ? await readLastEnd(run.context, run, bytes) : records.end();
  if (end !== undefined) return { kind: 'proven', end, output };
  return { kind: 'unproven', output, hasStarted: records.hasStarted() };
}

/**
 * Of an output that is longer than what is wanted, the end of the log tells whether the command has ended. One record
 * does: that of the other stream may stand far above it.
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
    () => undefined, // it was read in time
  );
  try {
    const { signal } = over;
    const { body } = await openLog(cluster, refOf(run), { tailLines: LAST_LINES, signal });
    for await (const chunk of body) readers.forEach((records) => records.read('stdout', chunk));
    return readers.map((records) => records.end()).find((end) => end !== undefined);
  } catch {
    return undefined; // what cannot be read proves nothing
  } finally {
    over.abort();
    await late;
  }
}

const LAST_LINES_WITHIN_MS = 30_000;
