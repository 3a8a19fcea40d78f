import type { Socket } from 'node:net';
import type { Behind } from './local-ports.ts';

/** The sockets of all local ports: those that come before anything can serve them wait. */
export interface Reception {
  readonly take: (socket: Socket, behind: Behind) => void;
  /** Serves those that wait, and all later ones. */
  readonly open: (serve: (socket: Socket, behind: Behind) => void) => void;
  /** Resets all that are open. */
  readonly close: () => void;
}

/** Makes the reception of one call. */
export function makeReception(): Reception {
  const sockets = new Set<Socket>();
  const waiting: { readonly socket: Socket; readonly behind: Behind }[] = [];
  let serve: ((socket: Socket, behind: Behind) => void) | undefined;
  let isClosed = false;
  return {
    take: (socket, behind) => {
      if (isClosed) {
        socket.resetAndDestroy();
        return;
      }
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      if (serve === undefined) waiting.push({ socket, behind });
      else serve(socket, behind);
    },
    open: (handler) => {
      serve = handler;
      for (const { socket, behind } of waiting.splice(0)) handler(socket, behind);
    },
    close: () => {
      isClosed = true;
      for (const socket of sockets) socket.resetAndDestroy();
    },
  };
}
