import { Duplex } from 'node:stream';
import type { Cluster } from '../../cluster/cluster.ts';
import { openPlainPortForward, openPortForward } from '../../cluster/api/port-forward.ts';
import { getPod } from '../../cluster/api/pods.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import type { ErrorKind } from '../../errors/error-kinds.ts';
import { toError } from '../../errors/error-text.ts';
import type { Io } from '../../io.ts';
import type { PodRef } from '../../pod/types.ts';
import type { Way } from '../way.ts';
import { linkOfSocket, linkOfWebSocket } from './byte-link.ts';
import { PodConnection } from './pod-connection.ts';
import { Tunnel } from './tunnel.ts';
import { TunnelPool } from './tunnel-pool.ts';

/** A pod, and which one of those that had its name. */
export interface ForwardedPod extends PodRef {
  readonly uid?: string | undefined;
}

interface Surroundings {
  readonly io: Io;
  readonly cluster: Cluster;
}

/** How long one try to open a tunnel may take, in milliseconds. */
const HANDSHAKE_MS = 10_000;

/** Servers that do not tunnel SPDY through WebSockets: before Kubernetes 1.31. */
const plainServers = new WeakSet<Cluster>();

/**
 * A way to the ports of a pod by the API server's port-forward, for destinations of kind `pod`. Tunnels that are cut are opened
 * again for new connections; those that were open end with a `connection-lost`. The way is lost when the pod is gone or was
 * replaced, or when the user may not forward ports.
 */
export function openPodPorts({ io, cluster }: Surroundings, pod: ForwardedPod, signal: AbortSignal): Way {
  const name = `${pod.namespace}/${pod.name}`;
  let isSuspect = false;
  let tellOpened: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (tellOpened = resolve));
  const open = async (ending: AbortSignal): Promise<Tunnel> => {
    const tunnel = await openTunnel({ io, cluster }, pod, ending);
    void tunnel.ended.then(() => (isSuspect = true));
    try {
      // Afterwards: what became suspect during the handshake counts.
      if (isSuspect) await checkSamePod(cluster, pod, ending);
    } catch (error) {
      tunnel.close();
      throw error;
    }
    isSuspect = false;
    tellOpened();
    return tunnel;
  };
  const pool: TunnelPool = new TunnelPool(io, {
    what: `pod ${name}`,
    open,
    finalError: (error) => finalError(error, name),
  });
  const close = (): void =>
    pool.close(new CliError('connection-lost', `the ports of pod ${name} are no longer forwarded`));
  signal.addEventListener('abort', close, { once: true });
  const owner = {
    onLeft: pool.onLeft.bind(pool),
    onPodSuspect: () => {
      isSuspect = true;
      // Tunnels that were opened meanwhile may lead to another pod.
      checkSamePod(cluster, pod, signal).catch((error: unknown) => pool.giveUp(error));
    },
  };
  if (!signal.aborted) pool.start();
  return {
    opened,
    lost: pool.lost,
    close: () => {
      signal.removeEventListener('abort', close);
      close();
    },
    connect: (destination) => {
      if (destination.kind === 'host') return refused(`port-forward reaches only the pod ${name} itself`);
      const connection = new PodConnection(io, { pod, port: destination.port }, owner);
      pool.place(connection);
      return connection;
    },
  };
}

function refused(why: string): Duplex {
  const duplex = new Duplex({ read: () => undefined });
  duplex.destroy(new CliError('unsupported', why));
  return duplex;
}

/** Opens a tunnel over a WebSocket, or by a plain upgrade where the server does not know that. */
async function openTunnel({ io, cluster }: Surroundings, pod: PodRef, signal: AbortSignal): Promise<Tunnel> {
  const options = { signal, timeoutMs: HANDSHAKE_MS };
  if (!plainServers.has(cluster)) {
    try {
      const upgraded = await openPortForward(cluster, pod, options);
      return new Tunnel(io, (listener) => linkOfWebSocket(upgraded, listener));
    } catch (error) {
      if (!isCliError(error) || error.kind !== 'upgrade-refused') throw error;
    }
  }
  const socket = await openPlainPortForward(cluster, pod, options);
  plainServers.add(cluster);
  return new Tunnel(io, (listener) => linkOfSocket(socket, listener));
}

/** Tunnels are opened by the name of a pod: after a cut it may be another pod's. Throws `pod-replaced` and `ApiError`. */
async function checkSamePod(cluster: Cluster, pod: ForwardedPod, signal: AbortSignal): Promise<void> {
  if (pod.uid === undefined) return;
  const { metadata } = await getPod(cluster, pod, signal);
  if (metadata.uid === pod.uid) return;
  throw new CliError(
    'pod-replaced',
    `pod ${pod.namespace}/${pod.name} was deleted, and another pod has its name now`,
  );
}

const FINAL_CODES: readonly number[] = [401, 403, 404];
const FINAL_KINDS: readonly ErrorKind[] = [
  'pod-replaced',
  'credentials',
  'kubeconfig',
  'upgrade-refused',
  'usage',
];

/** Whether it makes no sense to try again, and why. */
function finalError(error: unknown, name: string): Error | undefined {
  if (isApiError(error) && FINAL_CODES.includes(error.code))
    return explainApiError(error, { action: `forward ports of pod ${name}` });
  if (isApiError(error)) return undefined;
  // What is neither of these is a mistake of ours.
  return isCliError(error) && !FINAL_KINDS.includes(error.kind) ? undefined : toError(error);
}
