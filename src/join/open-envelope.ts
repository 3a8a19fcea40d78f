import { readEnvelope, makeSecret } from '../pod/containers/envelope.ts';
import type { ContainerFields, ContainerRef } from '../pod/types.ts';
import type { Output } from '../session/local/output.ts';
import { findSecret } from '../session/records/find-secret.ts';
import type { Outcome } from '../session/outcome.ts';
import { readRecords, type Records } from '../session/records/records.ts';
import type { SessionContext } from '../session/session-context.ts';
import { takeRecords, type RecordedOutput } from '../session/records/take-records.ts';

/** A container whose command runs in an envelope. */
export interface EnvelopedContainer {
  readonly container: ContainerFields;
  readonly ref: ContainerRef;
  /** `now` joins a session that others have begun. */
  readonly from: 'start' | 'now';
}

/** The envelope of a container, and its records as they come. */
export interface OpenEnvelope extends RecordedOutput {
  readonly records: Records;
  /** Whether missing records mean missing output: not on a terminal, nor in a session that joins late. */
  readonly provesAll: boolean;
  /** The start line, if this session has to send it. */
  readonly startLine?: string;
}

/**
 * Opens the records of a container for its session; undefined if it has none, or if a session that joins late cannot learn
 * their secret. Throws the signal's reason when it is aborted.
 */
export async function openEnvelope(
  context: SessionContext,
  { container, ref, from }: EnvelopedContainer,
  signal: AbortSignal,
): Promise<OpenEnvelope | undefined> {
  const envelope = readEnvelope(container)?.envelope;
  if (envelope === undefined) return undefined;
  if (envelope.kind === 'terminal')
    return open(context.output, { secret: envelope.secret, streams: ['stdout'], fromStart: false });
  const streams = ['stdout', 'stderr'] as const;
  if (from === 'now') {
    const secret = await findSecret(context, ref, signal);
    return secret === undefined ? undefined : open(context.output, { secret, streams, fromStart: false });
  }
  if (envelope.kind === 'at-once')
    return open(context.output, { secret: undefined, streams, fromStart: true });
  const secret = makeSecret(context.io.random);
  return { ...open(context.output, { secret, streams, fromStart: true }), startLine: secret };
}

function open(output: Output, secret: Parameters<typeof readRecords>[0]): OpenEnvelope {
  const records = readRecords(secret);
  return { ...takeRecords(output, records), records, provesAll: secret.fromStart };
}

/** Judges the end that the status tells of a command in an envelope: without records of the end, output is missing. */
export function judgeByRecords(outcome: Outcome, records: Records): Outcome {
  if (outcome.kind !== 'exited' || records.end() !== undefined) return outcome;
  const { exitCode, reason } = outcome;
  const why = reason === '' || reason === 'Completed' || reason === 'Error' ? '' : `, ${reason}`;
  return records.hasStarted()
    ? { kind: 'incomplete', reason: `its end never came (exit code ${exitCode}${why})` }
    : { kind: 'unknown', reason: `nothing tells that its command was started (exit code ${exitCode}${why})` };
}
