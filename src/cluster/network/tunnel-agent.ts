import { setMaxListeners } from 'node:events';
import type { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { toError } from '../../errors/error-text.ts';
import { openProxySocket, openTunnel, type Proxy } from './tunnel.ts';

interface AgentConnection extends ConnectionOptions {
  readonly host: string;
  readonly port: number;
}
type Connected = (error: Error | null, socket?: Socket) => void;

/**
 * Makes an agent connect through a tunnel. An https agent speaks TLS with the server inside the tunnel, so the
 * proxy sees neither requests nor the client certificate. Destroying the agent ends the wait for a silent proxy.
 */
export function throughProxy(agent: Agent, proxy: Proxy): Agent {
  return connectingBy(agent, async (options, signal) => {
    const socket = await openTunnel(proxy, options, signal);
    if (!isSecure(agent)) return socket;
    const tls = await import('node:tls');
    return tls.connect({ ...options, socket });
  });
}

/** Makes an agent connect to a proxy that forwards requests by their request line. */
export function toProxy(agent: Agent, proxy: Proxy): Agent {
  return connectingBy(agent, (_options, signal) => openProxySocket(proxy, signal));
}

function connectingBy(
  agent: Agent,
  connect: (options: AgentConnection, signal: AbortSignal) => Promise<Socket>,
): Agent {
  const life = new AbortController();
  // Each connection that is being opened listens, and an audit opens many at once: Node would print a warning.
  setMaxListeners(0, life.signal);
  const destroy = agent.destroy.bind(agent);
  return Object.assign(agent, {
    createConnection: (options: AgentConnection, connected: Connected): void => {
      connect(options, life.signal).then(
        (socket) => connected(null, socket),
        (error: unknown) => connected(toError(error)),
      );
    },
    destroy: () => {
      life.abort();
      destroy();
    },
  });
}

function isSecure(agent: Agent): boolean {
  return 'protocol' in agent && agent.protocol === 'https:';
}
