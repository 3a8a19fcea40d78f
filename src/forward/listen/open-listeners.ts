import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { CliError } from '../../errors/cli-error.ts';
import { toError } from '../../errors/error-text.ts';
import { endpointText, type ListenAddress } from './listen-addresses.ts';
import { listenError } from './listen-error.ts';

/** A local port to open on some addresses. */
export interface ListenWish {
  readonly addresses: readonly ListenAddress[];
  /** 0 for any free port. */
  readonly port: number;
  /** What would be typed for any free port instead, for a hint. */
  readonly otherwise: string;
  /** Takes a connection; the socket is paused, and either side may end on its own. */
  readonly onSocket: (socket: Socket) => void;
}

/** A wish that was fulfilled. */
export interface OpenPort {
  readonly port: number;
  /** `127.0.0.1:8080` and `[::1]:8080`, in the order of the addresses. */
  readonly endpoints: readonly string[];
}

/** Local ports that are open. */
export interface Listeners {
  /** In the order of the wishes. */
  readonly ports: readonly OpenPort[];
  /** Takes no more connections; those that are open stay. */
  readonly close: () => void;
}

/** How many connections the system may hold until this program takes them, if its own limit allows: a client may open many at once. */
const BACKLOG = 4096;
/** How often a free port is tried again that is taken on another address. */
const RANDOM_TRIES = 8;
/** Errors of a machine that lacks a family of addresses. */
const LACKS_FAMILY = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EPROTONOSUPPORT', 'EINVAL']);

/** Opens all of the ports, or none. Throws `listen-failed`, and `usage` for an address that is not of this machine. */
export async function openListeners(
  wishes: readonly ListenWish[],
  platform: NodeJS.Platform,
): Promise<Listeners> {
  const servers: Server[] = [];
  const close = (): void => {
    for (const server of servers) server.close();
  };
  try {
    const ports: OpenPort[] = [];
    for (const wish of wishes) ports.push(await openPort(wish, { servers, platform }));
    return { ports, close };
  } catch (error) {
    close();
    throw error;
  }
}

interface Opening {
  /** Gets the open servers. */
  readonly servers: Server[];
  readonly platform: NodeJS.Platform;
}

async function openPort(wish: ListenWish, opening: Opening): Promise<OpenPort> {
  for (let tries = 1; ; tries += 1) {
    const own: Server[] = [];
    try {
      const opened = await openOnAll(wish, own);
      opening.servers.push(...own);
      return opened;
    } catch (error) {
      for (const server of own) server.close();
      const isTaken = error instanceof Refused && error.code === 'EADDRINUSE';
      if (isTaken && wish.port === 0 && tries < RANDOM_TRIES) continue;
      if (!(error instanceof Refused)) throw error;
      throw listenError(error, { otherwise: wish.otherwise, platform: opening.platform });
    }
  }
}

/** Why one address was refused. */
class Refused extends Error {
  readonly ip: string;
  readonly port: number;
  readonly code: string;

  constructor(cause: Error, { ip, port }: { readonly ip: string; readonly port: number }) {
    super(cause.message, { cause });
    this.ip = ip;
    this.port = port;
    this.code = 'code' in cause ? String(cause.code) : '';
  }
}

/** Opens the port on all addresses; any free port has the same number on each. */
async function openOnAll({ addresses, port, onSocket }: ListenWish, servers: Server[]): Promise<OpenPort> {
  let number = port;
  const endpoints: string[] = [];
  for (const { ips } of addresses) {
    let refusal: Refused | undefined;
    const before = endpoints.length;
    for (const ip of ips) {
      try {
        const server = await listen({ ip, port: number }, onSocket);
        servers.push(server);
        number = (server.address() as AddressInfo).port;
        endpoints.push(endpointText(ip, number));
      } catch (error) {
        if (!(error instanceof Refused) || !LACKS_FAMILY.has(error.code)) throw error;
        refusal ??= error;
      }
    }
    if (endpoints.length === before && refusal !== undefined) throw refusal;
  }
  return { port: number, endpoints };
}

async function listen(
  { ip, port }: { readonly ip: string; readonly port: number },
  onSocket: (socket: Socket) => void,
): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true }, onSocket);
  try {
    server.listen({ host: ip, port, ipv6Only: true, backlog: BACKLOG });
    await once(server, 'listening');
    // One connection that cannot be accepted, as with too many open files, must not end all.
    server.on('error', () => undefined);
    return server;
  } catch (error) {
    server.close();
    throw new Refused(toError(error), { ip, port });
  }
}

/** Throws `usage` if two wishes of one call have the same local port on the same address. */
export function refuseSamePort(wishes: readonly Omit<ListenWish, 'onSocket'>[]): void {
  const seen = new Set<string>();
  for (const { addresses, port } of wishes) {
    if (port === 0) continue;
    for (const ip of new Set(addresses.flatMap(({ ips }) => ips))) {
      const endpoint = endpointText(ip, port);
      if (seen.has(endpoint))
        throw new CliError('usage', `two of the ports would listen on ${endpoint}`, {
          hint: 'give one of them another local port, as in 8081:80, or :80 for any free port',
        });
      seen.add(endpoint);
    }
  }
}
