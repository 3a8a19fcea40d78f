import { CliError } from '../../errors/cli-error.ts';
import type { Service } from '../../cluster/api/services.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import type { Destination } from '../way.ts';
import { declaredPorts, describePort, type DeclaredPort } from './declared-ports.ts';
import { notTcp } from './parse-port-wish.ts';
import type { RemoteWish } from './port-wish.ts';

/** What the name of a port is looked up in: the service, if one was named, and the pod. */
export interface PortPlace {
  readonly pod: Pod;
  readonly service: Service | undefined;
}

/** Where a wish leads to in one pod. */
export interface ResolvedRemote {
  readonly destination: Destination;
  /** The port number of the wish itself, which the local port is if none is typed. */
  readonly ownPort: number;
}

type Named = Exclude<RemoteWish, { readonly kind: 'host' }>;

interface OwnPort {
  readonly name: string | undefined;
  readonly port: number;
  readonly protocol: string;
}

interface PortOfService extends OwnPort {
  readonly targetPort: number | string;
}

/** A service or a pod, with its ports, for one lookup. */
interface PortOwner<Port extends OwnPort> {
  readonly what: string;
  readonly ports: readonly Port[];
}

/**
 * Finds the port of a wish, by the rules of kubectl: a port of a service leads to its target port, but that of a headless
 * service to the same port; a pod need not declare a port that is a number. Throws `not-found` for a port that is not there,
 * and `usage` for one that is not of TCP.
 */
export function resolveRemote(remote: RemoteWish, { pod, service }: PortPlace): ResolvedRemote {
  if (remote.kind === 'host') return { destination: remote, ownPort: remote.port };
  if (service === undefined) {
    const port = portOfPod(remote, pod);
    return { destination: { kind: 'pod', port }, ownPort: port };
  }
  const found = portOfService(remote, service);
  return { destination: { kind: 'pod', port: targetOf(found, { pod, service }) }, ownPort: found.port };
}

function wanted(remote: Named): string {
  return remote.kind === 'name' ? `port named "${remote.name}"` : `port ${remote.port}`;
}

/** The port of this number or name; undefined if there is none. Throws `usage` if the only one is not of TCP. */
function findTcp<Port extends OwnPort>(remote: Named, { what, ports }: PortOwner<Port>): Port | undefined {
  const fitting = ports.filter(({ name, port }) =>
    remote.kind === 'name' ? name === remote.name : port === remote.port,
  );
  const tcp = fitting.find(({ protocol }) => protocol === 'TCP');
  const [other] = fitting;
  if (tcp === undefined && other !== undefined) throw notTcp(`${wanted(remote)} of ${what}`, other.protocol);
  return tcp;
}

function missing(remote: Named, { what, ports }: PortOwner<OwnPort>): CliError {
  const tcp = ports.filter(({ protocol }) => protocol === 'TCP');
  return new CliError('not-found', `${what} has no ${wanted(remote)}`, {
    hint:
      tcp.length === 0
        ? 'it names no TCP port: use a number'
        : `its ports: ${tcp.map(describePort).join(', ')}`,
  });
}

function ownerOf(pod: Pod): PortOwner<DeclaredPort> {
  return { what: `pod ${describePod(pod)}`, ports: declaredPorts(pod) };
}

function portOfPod(remote: Named, pod: Pod): number {
  const owner = ownerOf(pod);
  const found = findTcp(remote, owner);
  if (found !== undefined) return found.port;
  if (remote.kind === 'number') return remote.port;
  throw missing(remote, owner);
}

function portOfService(remote: Named, { metadata, spec }: Service): PortOfService {
  const owner: PortOwner<PortOfService> = {
    what: `service "${metadata.name ?? ''}"`,
    ports: (spec?.ports ?? []).map(({ name, port, protocol = 'TCP', targetPort = port }) => ({
      name,
      port,
      protocol,
      targetPort,
    })),
  };
  const found = findTcp(remote, owner);
  if (found !== undefined) return found;
  throw missing(remote, owner);
}

function targetOf(
  { port, targetPort }: PortOfService,
  { pod, service }: { readonly pod: Pod; readonly service: Service },
): number {
  if (service.spec?.clusterIP === 'None') return port;
  if (typeof targetPort === 'string') return portOfPod({ kind: 'name', name: targetPort }, pod);
  return targetPort === 0 ? port : targetPort;
}
