import { Agent, request, type RequestOptions } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../../../../test/drivers/until.ts';
import { tellLosses } from './lost-connections.ts';

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

interface Line {
  readonly server: Server;
  readonly sockets: Socket[];
  readonly agent: Agent;
  readonly losses: () => number;
  /** Sends a request; resolves when it is over, however it ends. */
  readonly ask: (options?: RequestOptions) => Promise<string>;
}

/** A server that says this to each request, and an agent whose losses are counted. */
async function aLine(say: (socket: Socket) => void): Promise<Line> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined).once('data', () => say(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let losses = 0;
  const agent = tellLosses(new Agent({ keepAlive: true }), () => void (losses += 1));
  onTestFinished(() => {
    agent.destroy();
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const ask = (options: RequestOptions = {}): Promise<string> =>
    new Promise((resolve) => {
      const asked = request({ host: '127.0.0.1', port, agent, ...options });
      asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.name));
      asked.on('upgrade', (_response, socket) => {
        socket.destroy();
        resolve('upgraded');
      });
      asked.on('response', (response) => response.resume().on('close', () => resolve('answered')));
      asked.end();
    });
  return { server, sockets, agent, losses: () => losses, ask };
}

const lossesAre = (count: number, losses: () => number): Promise<void> =>
  until(
    () => losses() === count,
    () => `${losses()} losses`,
  );

/** Lets events that are due come. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

it('tells of a connection that the server ends between two requests', async () => {
  const { ask, sockets, losses } = await aLine((socket) => socket.write(ANSWER));
  expect(await ask()).toBe('answered');
  expect(losses()).toBe(0);
  sockets[0]?.end();
  await lossesAre(1, losses);
});

it('tells of a connection that is reset, and of one that cannot be opened', async () => {
  const { ask, server, losses } = await aLine((socket) => socket.resetAndDestroy());
  expect(await ask()).toBe('ECONNRESET');
  await lossesAre(1, losses);
  await new Promise((resolve) => server.close(resolve));
  expect(await ask()).toBe('ECONNREFUSED');
  await lossesAre(2, losses);
});

it('does not tell of a connection that we end', async () => {
  const { ask, agent, losses } = await aLine((socket) => socket.write(ANSWER));
  await ask();
  agent.destroy();
  const silent = await aLine(() => undefined);
  const abort = new AbortController();
  const asked = silent.ask({ signal: abort.signal });
  await until(
    () => silent.sockets.length === 1,
    () => 'no connection',
  );
  abort.abort();
  expect(await asked).toBe('ABORT_ERR');
  await settle();
  expect([losses(), silent.losses()]).toEqual([0, 0]);
});

it('leaves a connection that was upgraded to whoever speaks on it', async () => {
  const { ask, losses } = await aLine((socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  );
  expect(await ask({ headers: { connection: 'upgrade', upgrade: 'x' } })).toBe('upgraded');
  await settle();
  expect(losses()).toBe(0);
});
