import type { Room } from './house.ts';

/** `forward`. */
export const FORWARD: Room = {
  name: 'forward',
  does: 'local ports that lead into a pod',
  imports: 'errors io system pod flags cluster output target plan start session join',
  rooms: {
    '.': 'what a way into a pod is',
    relay: 'connections to any host that a pod can reach, through a debug container',
    socks: 'SOCKS on a local connection',
  },
};

/** `capture`. */
export const CAPTURE: Room = {
  name: 'capture',
  does: "a pod's packets",
  imports: 'errors io system pod flags cluster output target plan start session join',
  rooms: {
    '.': 'how many packets there were',
  },
};
