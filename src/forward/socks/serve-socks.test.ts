import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { PassThrough, type Duplex } from 'node:stream';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { ConnectError } from '../connect-error.ts';
import type { Destination } from '../way.ts';
import { serveSocks } from './serve-socks.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()));

const GREETING = Buffer.of(5, 1, 0);
const REQUEST = Buffer.of(5, 1, 0, 3, 2, 0x64, 0x62, 0, 80);
const granted = Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0);
const refusedWith = (code: number): Buffer => Buffer.of(5, code, 0, 1, 0, 0, 0, 0, 0, 0);

/** A connection that says when it is connected. */
function aRemote(): { readonly remote: PassThrough; readonly connected: () => void } {
  const remote = new PassThrough();
  let connecting = true;
  Object.defineProperty(remote, 'connecting', { get: () => connecting });
  return {
    remote,
    connected: () => {
      connecting = false;
      remote.emit('connect');
    },
  };
}

/** A client of a server that leads each connection to `open`. */
async function aClient(open: (destination: Destination) => Duplex): Promise<Socket> {
  const server = createServer({ allowHalfOpen: true }, (socket) => serveSocks(socket, open));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  cleanUps.push(() => {
    client.destroy();
    server.close();
  });
  client.on('error', () => undefined);
  return client;
}

/** All that comes until the end. */
async function readAll(client: Socket): Promise<Buffer> {
  const pieces: Buffer[] = [];
  client.on('data', (piece: Buffer) => pieces.push(piece));
  await once(client, 'close');
  return Buffer.concat(pieces);
}

describe('serveSocks', () => {
  it('leads to the destination once that is connected, with what the client has sent ahead', async () => {
    const { remote, connected } = aRemote();
    const asked: Destination[] = [];
    const client = await aClient((destination) => {
      asked.push(destination);
      setImmediate(connected);
      return remote;
    });
    client.end(Buffer.concat([GREETING, REQUEST, Buffer.from('hello')]));
    expect(await readAll(client)).toEqual(Buffer.concat([Buffer.of(5, 0), granted, Buffer.from('hello')]));
    expect(asked).toEqual([{ kind: 'host', host: 'db', port: 80 }]);
  });

  it.each([
    { reason: 'refused', code: 5 },
    { reason: 'unreachable', code: 4 },
    { reason: 'unknown-host', code: 4 },
    { reason: 'timeout', code: 4 },
    { reason: 'denied', code: 2 },
    { reason: 'other', code: 1 },
  ] as const)('answers $reason with code $code', async ({ reason, code }) => {
    const { remote } = aRemote();
    const client = await aClient(() => {
      setImmediate(() => remote.destroy(new ConnectError(reason, 'no')));
      return remote;
    });
    client.write(Buffer.concat([GREETING, REQUEST]));
    expect(await readAll(client)).toEqual(Buffer.concat([Buffer.of(5, 0), refusedWith(code)]));
  });

  it('answers as soon as data comes where nothing tells of success', async () => {
    const remote = new PassThrough();
    const client = await aClient(() => remote);
    remote.end('banner');
    client.end(Buffer.concat([GREETING, REQUEST]));
    expect((await readAll(client)).toString('latin1')).toMatch(/banner$/);
  });

  it('ends the connection of a client that leaves while it waits', async () => {
    const { remote } = aRemote();
    const closed = once(remote, 'close');
    let client: Socket | undefined;
    const opened = new Promise<void>((resolve) => {
      void aClient(() => {
        resolve();
        return remote;
      }).then((made) => {
        client = made;
        made.write(Buffer.concat([GREETING, REQUEST]));
      });
    });
    await opened;
    client?.resetAndDestroy();
    await closed;
    expect(remote.destroyed).toBe(true);
  });

  it('resets the client when the connection is cut, so that the answer does not look whole', async () => {
    const { remote, connected } = aRemote();
    const client = await aClient(() => {
      setImmediate(connected);
      return remote;
    });
    client.write(Buffer.concat([GREETING, REQUEST, Buffer.from('x')]));
    await once(client, 'data');
    const failed = once(client, 'error');
    remote.destroy(new ConnectError('reset', 'no'));
    expect(await failed).toMatchObject([{ code: 'ECONNRESET' }]);
  });

  it('closes the connection of a client that sends garbage', async () => {
    const client = await aClient(() => new PassThrough());
    if (client.connecting) await once(client, 'connect');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (garbage) => {
        const other = connect(client.remotePort ?? 0, '127.0.0.1');
        other.on('error', () => undefined);
        other.resume();
        other.end(garbage);
        await once(other, 'close');
      }),
      { numRuns: 30 },
    );
    expect(client.destroyed).toBe(false);
  });
});
