import { once } from 'node:events';
import { connect, createServer, isIP, type AddressInfo, type Socket } from 'node:net';
import { kubectl } from './kubectl.ts';

/** A way to the API server that can be cut. */
export interface Forwarder {
  /** Flags that send the program this way. */
  readonly flags: readonly string[];
  /** Breaks every connection and takes no new one until it is mended. */
  readonly cut: () => void;
  readonly mend: () => void;
  /** How many bytes have come from the API server. */
  readonly received: () => number;
  /** Lets nothing more come but over the connection over which most has come. */
  readonly holdAllButBusiest: () => void;
}

interface ForwarderOptions {
  /** Holds, until it is broken, a connection over which so many bytes have gone: a test can then act in the middle of them. */
  readonly holdsAfter?: { readonly way: 'up' | 'down'; readonly bytes: number };
}

/** Opens a port of this machine behind which the API server of the kubeconfig answers. */
export async function openForwarder({ holdsAfter }: ForwarderOptions = {}): Promise<Forwarder> {
  const template = 'jsonpath={.clusters[0].cluster.server}';
  const server = new URL(await kubectl(['config', 'view', '--minify', '-o', template]));
  const sockets = new Set<Socket>();
  const servers = new Set<Socket>();
  let isAllHeld = false;
  let mayHold = true;
  let received = 0;
  /** One connection at most, and none after a cut: nothing would go on. */
  const hold = (from: Socket, way: 'up' | 'down'): void => {
    if (!mayHold || holdsAfter?.way !== way || from.bytesRead < holdsAfter.bytes) return;
    mayHold = false;
    from.unpipe().pause();
  };
  const listener = createServer((near) => {
    const far = connect(Number(server.port || 443), server.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    }
    servers.add(far.on('close', () => servers.delete(far)));
    near.pipe(far).pipe(near);
    far.on('data', (bytes: Buffer) => {
      received += bytes.length;
      hold(far, 'down');
    });
    near.on('data', () => hold(near, 'up'));
    if (isAllHeld) far.unpipe().pause();
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const isName = isIP(server.hostname) === 0;
  return {
    flags: [
      `--server=https://127.0.0.1:${port}`,
      ...(isName ? [`--tls-server-name=${server.hostname}`] : []),
    ],
    cut: () => {
      mayHold = false;
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
    mend: () => listener.listen(port, '127.0.0.1'),
    received: () => received,
    holdAllButBusiest: () => {
      isAllHeld = true;
      const [, ...others] = [...servers].toSorted((one, other) => other.bytesRead - one.bytesRead);
      for (const far of others) far.unpipe().pause();
    },
  };
}
