import type { Agent } from 'node:http';
import type { Duplex } from 'node:stream';

type Connect = Agent['createConnection'];

/** How long a spare connection is kept, in milliseconds: later a router on the way may have forgotten it. */
const MAX_AGE_MS = 10_000;

/** Opens connections ahead of the requests that will need them. */
export interface SpareConnections {
  /** The same agent, which takes spare connections first. */
  readonly agent: Agent;
  /**
   * Asks for `count` of them, so that later requests find TCP and TLS done. They are made like the agent's first
   * connection, and after it, as the request that it was opened for comes first. One that fails is told to nobody.
   * Resolves once they are on their way.
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
      // What waited for this connection is sent first.
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
  /** The oldest that still lives. */
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
      // Nothing comes before a request but the end, and that is heard only by who reads.
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
