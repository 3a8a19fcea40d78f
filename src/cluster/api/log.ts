import type { ContainerRef } from '../../pod/types.ts';
import { podPath } from '../api-path.ts';
import type { ApiRequest, Cluster, ResponseStream } from '../cluster.ts';

export interface LogRequest {
  /** Goes on until the container ends. */
  readonly follow?: boolean;
  /** Of the process before the present one, where the container was restarted. */
  readonly previous?: boolean;
  /** Each line starts with its time (RFC 3339, nine digits) and a space. */
  readonly timestamps?: boolean;
  /** The kubelet sees whole seconds only, so lines up to a second older can come. */
  readonly sinceTime?: Date;
  /** At least 1. */
  readonly limitBytes?: number;
  /** Only so many lines from the end; a line of more than 16 KiB is stored in parts, each of which counts. */
  readonly tailLines?: number;
}

/**
 * Opens a container's log, which can be read only once the pod's status says that it runs or has ended (else 400).
 * It starts at the node's last rotation, and a follow that ends is no proof that the container did.
 * Throws `ApiError`. See https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/
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
