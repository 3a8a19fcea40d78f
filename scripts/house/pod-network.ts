import type { Room } from './house.ts';

/** `forward`. */
export const FORWARD: Room = {
  name: 'forward',
  does: 'local ports that lead into a pod',
  imports: 'errors io system pod flags cluster output target plan start session join',
  rooms: {
'.': 'what a way into a pod is, and why a connection fails',
    spdy: 'SPDY/3.1: frames, and the client side of a connection',
    tunnel: "ports of a pod by the API server's port-forward, over a pool of tunnels",
    relay: 'connections to any host that a pod can reach, through a debug container',
    socks: 'SOCKS on a local connection',
    ports: 'which port is meant, by its number or name',
    listen: 'local ports, and each connection to one led through a way',
    follow: 'which pod is forwarded to now, and the way into it',
  },
};

/** `capture`. */
export const CAPTURE: Room = {
  name: 'capture',
  does: "a pod's packets",
  imports: 'errors io system pod flags cluster output target plan start session join',
  rooms: {
    'captured.ts': 'how many packets there were',
    pcap: 'packets read from pcap and written as pcapng (pure)',
    run: 'tcpdump in a debug container, and how it ended',
    filter: 'which words of a line are a filter',
    image: 'images that are known to lack tcpdump',
    own: 'the packets through which a capture travels itself, left out',
    sink: 'where packets go: a file, stdout, Wireshark, lines; and how many',
    pods: 'the capture in one pod, from its debug container to its end',
  },
};
