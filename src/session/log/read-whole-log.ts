import { openLog } from '../../cluster/api/log.ts';
import { readBeginning } from '../../cluster/formats/read-at-most.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { isPassing } from '../../cluster/watch/watch-failure.ts';
import { BOUNDS } from '../../errors/bounds.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { SessionContext } from '../session-context.ts';
import { certainBytes, nodeFailureOf } from './node-failure.ts';

/** The log of a container. */
export interface WholeLog {
  readonly container: ContainerRef;
  /** How long the server may take to begin to send it, in milliseconds. */
  readonly withinMs: number;
}

/** A longer log is cut there. */
export const MAX_LOG_BYTES = BOUNDS.wholeLog.most;

/**
 * Reads the log as it is now, its first 32 MiB at most. Returns undefined while the log cannot be read. Throws `ApiError`
 * when it never can be.
 */
export async function readWholeLog(
  { cluster }: SessionContext,
  { container, withinMs: timeoutMs }: WholeLog,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  try {
    const { body } = await openLog(cluster, container, { limitBytes: MAX_LOG_BYTES, timeoutMs, signal });
    const log = await readBeginning(body, MAX_LOG_BYTES);
    return nodeFailureOf(log.subarray(certainBytes(log))) === undefined ? log : undefined;
  } catch (error) {
    // The kubelet learns of a container after the status does (400), or is away for a moment.
    if (isPassing(error) || (isApiError(error) && error.code === 400)) return undefined;
    throw error;
  }
}
