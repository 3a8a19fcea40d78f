import type { Agent } from 'node:http';
import type { Duplex } from 'node:stream';

type Connect = Agent['createConnection'];

/**
 * Calls `lost` for each connection of an agent that cannot be opened, or that the server or the network ends: not for one that we
 * end, and not for one that was upgraded, as the protocol on it says how it ended.
 */
export function tellLosses(agent: Agent, lost: () => void): Agent {
  const connect = agent.createConnection.bind(agent);
  const createConnection: Connect = (options, connected) => {
    const socket = connect(options, (error, made) => {
      if (error instanceof Error) lost();
      else if (!socket) follow(made, lost);
      connected?.(error, made);
    });
    if (socket) follow(socket, lost);
    return socket;
  };
  return Object.assign(agent, { createConnection });
}

function follow(socket: Duplex, lost: () => void): void {
  const closed = (): void => {
    if (socket.readableEnded || isOfSystem(socket.errored)) lost();
  };
  socket.once('close', closed);
  // An agent gives an upgraded connection away.
  socket.once('agentRemove', () => socket.off('close', closed));
}

/** An error of the connection; the reason of an AbortSignal has no system call. */
function isOfSystem(error: Error | null | undefined): boolean {
  return error instanceof Error && 'syscall' in error;
}
