import type { Agent } from 'node:http';
import type { Duplex } from 'node:stream';

type Connect = Agent['createConnection'];

/** How long to keep a spare connection, in milliseconds. A router on the way may forget an older one. */
const MAX_AGE_MS = 10_000;

/** Opens connections before the requests that need them. */
export interface SpareConnections {
  /** The agent; it uses spare connections first. */
  readonly agent: Agent;
  /**
   * Starts to open `count` connections, so that later requests need no TCP and TLS handshake. Waits for the agent's
   * first connection and copies its options: the first request must not be delayed. Ignores failures.
   */
  readonly prepare: (count: number) => Promise<void>;
}

/** Adds spare connections to an agent. */
export function keepSpares(agent: Agent): SpareConnections {
  const spares = makeSpares();
  const connect = agent.createConnection.bind(agent);
  const destroy = agent.destroy.bind(agent);
  let openOne = (): void => undefined;
  let tellFirst = (): void => undefined;
  const first = new Promise<void>((resolve) => (tellFirst = resolve));
  const learn = (options: Parameters<Connect>[0], socket: Duplex): void => {
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      openOne = () => spares.add(connect(options, (_error, made) => spares.add(made)));
      // Lets the waiting request go first.
      setImmediate(tellFirst);
    });
  };
  const createConnection: Connect = (options, connected) => {
    const spare = spares.take();
    if (spare !== undefined) return spare;
    const socket = connect(options, (error, made) => {
      if (error === null) learn(options, made);
      connected?.(error, made);
    });
    if (socket) learn(options, socket);
    return socket;
  };
  const destroyAll = (): void => {
    spares.destroy();
    destroy();
  };
  return {
    agent: Object.assign(agent, { createConnection, destroy: destroyAll }),
    prepare: async (count) => {
      await first;
      for (let opened = 0; opened < count; opened += 1) openOne();
    },
  };
}

interface Spares {
  readonly add: (socket: Duplex | null | undefined) => void;
  /** Takes the oldest open one. */
  readonly take: () => Duplex | undefined;
  readonly destroy: () => void;
}

function makeSpares(): Spares {
  const spares = new Map<Duplex, NodeJS.Timeout>();
  let isOver = false;
  const forget = (socket: Duplex): void => {
    clearTimeout(spares.get(socket));
    spares.delete(socket);
  };
  return {
    add: (socket) => {
      if (!socket) return;
      socket.on('error', () => socket.destroy());
      if (isOver) {
        socket.destroy();
        return;
      }
      spares.set(socket, setTimeout(() => socket.destroy(), MAX_AGE_MS).unref());
      socket.once('close', () => forget(socket));
      // Only the end of the connection can come before a request, and only a reading socket reports it.
      socket.resume();
    },
    take: () => {
      const [socket] = [...spares.keys()].filter(({ destroyed }) => !destroyed);
      if (socket !== undefined) forget(socket);
      return socket;
    },
    destroy: () => {
      isOver = true;
      for (const socket of [...spares.keys()]) socket.destroy();
    },
  };
}
