import {
  endpointText,
  readListenAddress,
  withoutCovered,
  type ListenAddress,
} from '../../forward/listen/listen-addresses.ts';
import type { ListenWish } from '../../forward/listen/open-listeners.ts';
import type { LocalWish, PortWish } from '../../forward/ports/port-wish.ts';
import { resolveRemote, type PortPlace } from '../../forward/ports/resolve-remote.ts';
import type { Destination } from '../../forward/way.ts';
import type { ForwardRequest } from './forward-request.ts';

/** What listens behind a local port. */
export type Behind = { readonly kind: 'port'; readonly wish: PortWish } | { readonly kind: 'socks' };

/** A local port to open. */
export interface LocalPort extends Omit<ListenWish, 'onSocket'> {
  readonly behind: Behind;
  /** What follows the arrow in the line about it. */
  readonly remoteText: string;
}

interface Wishes extends Pick<ForwardRequest, 'socks' | 'addresses'> {
  readonly ports: readonly PortWish[];
}

/** Where a connection goes, as the lines of kubectl show it: the port in the pod, or a host and a port. */
function remoteText(destination: Destination): string {
  if (destination.kind === 'pod') return `${destination.port}`;
  return endpointText(destination.host, destination.port);
}

function numberOf(local: LocalWish, ownPort: number): number {
  switch (local.kind) {
    case 'fixed':
      return local.port;
    case 'random':
      return 0;
    case 'as-remote':
      return ownPort;
  }
}

/** What would be typed for any free port. */
function otherwiseOf({ remote }: PortWish): string {
  switch (remote.kind) {
    case 'number':
      return `:${remote.port}`;
    case 'name':
      return `:${remote.name}`;
    case 'host':
      return `:${remoteText(remote)}`;
  }
}

/** The local ports of a call, for the first pod. Throws as `resolveRemote` and `readListenAddress`. */
export async function localPorts(
  { ports, socks, addresses }: Wishes,
  place: PortPlace,
): Promise<readonly LocalPort[]> {
  const resolved = ports.map((wish) => ({ wish, ...resolveRemote(wish.remote, place) }));
  const listenOn = async (own: string | undefined): Promise<readonly ListenAddress[]> =>
    withoutCovered(await Promise.all((own === undefined ? addresses : [own]).map(readListenAddress)));
  const opened: LocalPort[] = [];
  for (const { wish, destination, ownPort } of resolved)
    opened.push({
      behind: { kind: 'port', wish },
      addresses: await listenOn(wish.address),
      port: numberOf(wish.local, ownPort),
      otherwise: otherwiseOf(wish),
      remoteText: remoteText(destination),
    });
  if (socks !== undefined)
    opened.push({
      behind: { kind: 'socks' },
      addresses: await listenOn(socks.address),
      port: numberOf(socks.local, 0),
      otherwise: '--socks=0',
      remoteText: 'SOCKS',
    });
  return opened;
}
