import { isApiError } from '../../cluster/refusals/api-error.ts';
import { openLog } from '../../cluster/api/log.ts';
import { readBeginning } from '../../cluster/formats/read-at-most.ts';
import type { ContainerRef } from '../../pod/types.ts';
import { readStart } from './records.ts';
import type { SessionContext } from '../session-context.ts';

/** The first record is shorter. */
const FIRST_BYTES = 128;
/** The status may be a second late. */
const TRIES = 15;
const AGAIN_MS = 150;

/**
 * Reads the secret of a container's records from the first record in its log; undefined if the log cannot be read, or its
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
      // The server opens a log once the status says that the container runs.
      const isEarly = isApiError(error) && error.code === 400 && tries < TRIES;
      if (!isEarly) return undefined; // the session then shows the records, and takes the exit code from the status
    }
    await io.sleep(AGAIN_MS, signal);
  }
}
