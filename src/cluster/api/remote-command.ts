import type { ContainerRef } from '../../pod/types.ts';
import { podPath } from '../api-path.ts';
import type { Cluster, UpgradedSocket } from '../cluster.ts';

/** The streams to open: at least one, and no stderr with a terminal. */
export interface RemoteStreams {
  readonly ref: ContainerRef;
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
  /** Whether to offer v4 alone, which an API server passes through to the node unchanged. */
  readonly onlyV4?: boolean;
}

const V5 = 'v5.channel.k8s.io';
const V4 = 'v4.channel.k8s.io';

/** Without the base64 variants: v4 and v5 are binary. */
function offered(onlyV4: boolean): readonly string[] {
  return onlyV4 ? [V4] : [V5, V4];
}

/**
 * Attaches to the main process of a container. An open socket is no success: most failures come in a status frame.
 * The socket is paused: add listeners, then call `resume()`. The signal ends only the opening. Throws `ApiError`.
 * See
 * https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/4006-transition-spdy-to-websockets
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

/** Runs a command in a container. Like `openAttach`; the status frame carries the exit code. */
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
