import type { Socket } from 'node:net';
import { toError } from '../../errors/error-text.ts';
import { serveSocks } from '../socks/serve-socks.ts';
import { isCut, wayWithin, type Serving } from './serve-connection.ts';

/**
 * Leads one local connection to where its SOCKS words say, through the way that is open when it comes. Never rejects: a client
 * hears of a failure by SOCKS, and a line says why.
 */
export async function serveSocksConnection(serving: Serving, socket: Socket): Promise<void> {
  socket.on('error', () => undefined);
  try {
    const podWay = await wayWithin(serving);
    serveSocks(socket, (destination) => {
      const held = podWay.hold();
      let failure: Error | undefined;
      return podWay.way
        .connect(destination)
        .on('error', (error) => (failure = error))
        .once('close', () => {
          const isOver = serving.signal.aborted;
          held.release(isCut(failure) && !isOver ? failure : undefined);
          if (failure !== undefined && !isOver && !isCut(failure)) serving.failures.tell(failure);
        });
    });
    socket.resume();
  } catch (error) {
    socket.resetAndDestroy();
    if (!serving.signal.aborted) serving.failures.tell(toError(error));
  }
}
