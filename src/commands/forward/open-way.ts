import { startDeadline } from '../../cluster/time/deadline.ts';
import { openPodPorts } from '../../forward/tunnel/open-pod-ports.ts';
import { openRelay } from '../../forward/relay/open-relay.ts';
import type { Way } from '../../forward/way.ts';
import type { Connected } from '../../join/connected.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { withWindows } from '../../target/objects/find-windows.ts';
import type { RelayFlags } from './forward-request.ts';

/** Which destinations a call has. */
export interface NeededWays {
  readonly needsPod: boolean;
  /** undefined if no host needs a debug container. */
  readonly relay: RelayFlags | undefined;
}

/** How long the first way into a pod may take, in milliseconds. */
const OPEN_MS = 30_000;

/** Opens the ways into a pod that a call needs, as one. Throws why one of them cannot be opened. */
export async function openWay(
  connected: Connected,
  { pod, needsPod, relay }: NeededWays & { readonly pod: Pod },
  signal: AbortSignal,
): Promise<Way> {
  const ports = needsPod ? await openPorts(connected, pod, signal) : undefined;
  if (relay === undefined) {
    if (ports === undefined) throw new Error('a forward without a destination');
    return ports;
  }
  try {
    const request = await withWindows(connected.cluster, { pod, request: relay.request }, signal);
    const hosts = await openRelay(connected, { ...relay, pod, request }, signal);
    return ports === undefined ? hosts : joinWays(ports, hosts);
  } catch (error) {
    ports?.close();
    throw error;
  }
}

/** Waits until the first tunnel is open, so that a missing right shows at once. */
async function openPorts({ io, cluster }: Connected, pod: Pod, signal: AbortSignal): Promise<Way> {
  const { uid } = pod.metadata;
  const way = openPodPorts({ io, cluster }, { ...podRef(pod), uid }, signal);
  const deadline = startDeadline(OPEN_MS, {
    parent: signal,
    what: `cannot forward ports of pod ${podRef(pod).namespace}/${podRef(pod).name}: the API server opened no connection to it for ${OPEN_MS / 1000} s`,
  });
  const tooLate = new Promise<never>((_, reject) => {
    deadline.signal.addEventListener('abort', () => reject(deadline.signal.reason as Error), { once: true });
  });
  tooLate.catch(() => undefined);
  try {
    const lost = way.lost.then((error) => {
      throw error;
    });
    await Promise.race([way.opened, lost, tooLate]);
    return way;
  } catch (error) {
    way.close();
    throw error;
  } finally {
    deadline.release();
  }
}

/** One way for both kinds of destinations. */
function joinWays(ports: Way, hosts: Way): Way {
  return {
    connect: (destination) => (destination.kind === 'pod' ? ports : hosts).connect(destination),
    lost: Promise.race([ports.lost, hosts.lost]),
    close: () => {
      ports.close();
      hosts.close();
    },
  };
}
