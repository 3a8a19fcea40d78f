import { isApiError } from '../../cluster/refusals/api-error.ts';
import { openLog } from '../../cluster/api/log.ts';
import { readBeginning } from '../../cluster/formats/read-at-most.ts';
import type { ContainerRef } from '../../pod/types.ts';
import { readStart } from './records.ts';
import type { SessionContext } from '../session-context.ts';

/** Enough for the first record. */
const FIRST_BYTES = 128;
/** A status is up to a second late. */
const TRIES = 15;
const AGAIN_MS = 150;

/**
 * Reads in the log of a container what the records of its envelope bear; undefined where the log cannot be read, or its
 * beginning is gone. Throws the signal's reason when it is aborted.
 */
export async function findSecret(
  { io, cluster }: Pick<SessionContext, 'io' | 'cluster'>,
  container: ContainerRef,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { body } = await openLog(cluster, container, { limitBytes: FIRST_BYTES, signal });
      return readStart(await readBeginning(body, FIRST_BYTES));
    } catch (error) {
      signal.throwIfAborted();
      // A log opens once the status says that its container runs.
      const isEarly = isApiError(error) && error.code === 400 && tries < TRIES;
      if (!isEarly) return undefined; // the session shows the records then, and asks the status for the exit code
    }
    await io.sleep(AGAIN_MS, signal);
  }
}
