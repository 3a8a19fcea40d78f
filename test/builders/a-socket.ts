import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import type { UpgradedSocket } from '../../src/cluster/cluster.ts';

/** An open socket whose server is the test. */
export interface FakeSocket {
  readonly upgraded: UpgradedSocket;
  /** What was sent, as latin1 text. */
  readonly sent: readonly string[];
  /** Delivers one message: a channel, then its content. */
  readonly receive: (channel: number, payload: string | object) => void;
  /** Ends the connection with a close code. */
  readonly end: (code: number) => void;
}

export function aSocket(protocol = 'v5.channel.k8s.io'): FakeSocket {
  const sent: string[] = [];
  const events = new EventEmitter();
  const end = (code: number): void => {
    if (socket.readyState === socket.CLOSED) return;
    socket.readyState = socket.CLOSED;
    events.emit('close', code);
  };
  const socket = Object.assign(events, {
    OPEN: 1,
    CLOSED: 3,
    readyState: 1,
    bufferedAmount: 0,
    pause: () => undefined,
    resume: () => undefined,
    ping: () => undefined,
    send: (message: Buffer, onSent?: () => void) => {
      sent.push(message.toString('latin1'));
      onSent?.();
    },
    close: end,
    terminate: () => end(1006),
  });
  return {
    // It has only the members that a session uses.
    upgraded: { socket: socket as unknown as WebSocket, protocol },
    sent,
    receive: (channel, payload) => {
      const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
      events.emit('message', Buffer.concat([Buffer.of(channel), Buffer.from(text)]), true);
    },
    end,
  };
}
