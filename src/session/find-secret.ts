import { openLog } from '../cluster/log.ts';
import type { ContainerRef } from '../pod/types.ts';
import { readStart } from './records.ts';
import type { SessionContext } from './session-context.ts';

/** Enough for the first record. */
const FIRST_BYTES = 128;

/**
 * Reads in the log of a container what the records of its envelope bear; undefined where the log cannot be read, or its
 * beginning is gone. Throws the signal's reason when it is aborted.
 */
export async function findSecret(
  { cluster }: Pick<SessionContext, 'cluster'>,
  container: ContainerRef,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { body } = await openLog(cluster, container, { limitBytes: FIRST_BYTES, signal });
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return readStart(Buffer.concat(chunks));
  } catch {
    signal.throwIfAborted();
    return undefined; // the session shows the records then, and asks the status for the exit code
  }
}
