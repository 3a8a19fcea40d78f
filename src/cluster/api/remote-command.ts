import type { ContainerRef } from '../../pod/types.ts';
import { podPath } from '../api-path.ts';
import type { Cluster, UpgradedSocket } from '../cluster.ts';

/** The streams to open; at least one, and no stderr beside a terminal. */
export interface RemoteStreams {
  readonly ref: ContainerRef;
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
  /** Whether only v4, which an API server passes on to the node as it is, is offered. */
  readonly onlyV4?: boolean;
}

const V5 = 'v5.channel.k8s.io';
const V4 = 'v4.channel.k8s.io';

/** Never the variants in base64, which those two make needless. */
function offered(onlyV4: boolean): readonly string[] {
  return onlyV4 ? [V4] : [V5, V4];
}

/**
 * Attaches to the process of a container. An open socket proves nothing: most failures come as a status frame.
 * The socket is paused; add listeners, then `resume()`. The signal counts until it is open. Throws `ApiError` when
 * refused.
 * See https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/4006-transition-spdy-to-websockets
 */
export function openAttach(
  cluster: Cluster,
  { ref: { container, ...pod }, onlyV4 = false, ...streams }: RemoteStreams,
  signal?: AbortSignal,
): Promise<UpgradedSocket> {
  return cluster.upgrade({
    path: podPath(pod, 'attach'),
    query: { container, ...streams },
    protocols: offered(onlyV4),
    ...(signal && { signal }),
  });
}

/** Runs one more process in a container; like `openAttach`, but its status frame carries the exit code. */
export function openExec(
  cluster: Cluster,
  {
    ref: { container, ...pod },
    onlyV4 = false,
    ...streams
  }: RemoteStreams & { readonly command: readonly string[] },
  signal?: AbortSignal,
): Promise<UpgradedSocket> {
  return cluster.upgrade({
    path: podPath(pod, 'exec'),
    query: { container, ...streams },
    protocols: offered(onlyV4),
    ...(signal && { signal }),
  });
}
