import type { ContainerRef } from '../../pod/types.ts';
import { podPath } from '../api-path.ts';
import type { ApiRequest, Cluster, ResponseStream } from '../cluster.ts';

interface LogRequest {
  /** Follows the log until the container ends. */
  readonly follow?: boolean;
  /** Reads the log of the previous run of a restarted container. */
  readonly previous?: boolean;
  /** Starts each line with its time (RFC 3339, nine digits) and a space. */
  readonly timestamps?: boolean;
  /** The kubelet rounds down to seconds, so lines up to a second older can come. */
  readonly sinceTime?: Date;
  /** At least 1. */
  readonly limitBytes?: number;
  /** Number of lines from the end. A line of more than 16 KiB is stored in parts, and each part counts. */
  readonly tailLines?: number;
}

/**
 * Opens a container's log. The server answers 400 until the pod's status says that the container runs or has ended.
 * The log starts at the node's last rotation. A follow can end before the container does. Throws `ApiError`. See
 * https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/
 */
export function openLog(
  cluster: Cluster,
  { container, ...ref }: ContainerRef,
  { sinceTime, signal, timeoutMs, ...query }: LogRequest & Pick<ApiRequest, 'signal' | 'timeoutMs'>,
): Promise<ResponseStream> {
  return cluster.openStream({
    method: 'GET',
    path: podPath(ref, 'log'),
    query: { container, ...query, sinceTime: sinceTime?.toISOString() },
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(signal && { signal }),
  });
}
