import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Destination } from '../way.ts';
export function serveSocks(_s: Socket, _c: (d: Destination) => Duplex): void {
  throw new Error('stub');
}
