import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { readListenAddress, withoutCovered } from './listen-addresses.ts';
import { listenError } from './listen-error.ts';
import { openListeners, refuseSamePort, type Listeners, type ListenWish } from './open-listeners.ts';

const closing: { readonly close: () => void }[] = [];
afterEach(() => {
  for (const each of closing.splice(0)) each.close();
});

const wish = (ips: readonly string[], port = 0): ListenWish => ({
  addresses: [{ text: 'typed', ips }],
  port,
  otherwise: ':80',
  onSocket: (socket) => socket.end('hello'),
});

async function open(...wishes: readonly ListenWish[]): Promise<Listeners> {
  const listeners = await openListeners(wishes, 'linux');
  closing.push(listeners);
  return listeners;
}

async function aTakenPort(host: string): Promise<number> {
  const server: Server = createServer().listen(0, host);
  closing.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describe('openListeners', () => {
  it('opens the same free port on all addresses', async () => {
    const { ports } = await open(wish(['127.0.0.1', '127.0.0.2']));
    const [opened] = ports;
    expect(opened?.endpoints).toEqual([`127.0.0.1:${opened?.port}`, `127.0.0.2:${opened?.port}`]);
    expect(await canConnect(opened?.port ?? 0)).toBe(true);
  });

  it('goes on without an address that this machine lacks, if there is another', async () => {
    const { ports } = await open(wish(['192.0.2.1', '127.0.0.1']));
    expect(ports[0]?.endpoints).toEqual([`127.0.0.1:${ports[0]?.port}`]);
  });

  it('opens none of the ports if one is taken', async () => {
    const taken = await aTakenPort('127.0.0.1');
    const free = await aTakenPort('127.0.0.2');
    await expect(
      openListeners([wish(['127.0.0.1'], free), wish(['127.0.0.1'], taken)], 'linux'),
    ).rejects.toMatchObject({
      kind: 'listen-failed',
      message: `cannot listen on 127.0.0.1:${taken}: another program listens there`,
      hint: `to see which: ss -ltnp 'sport = :${taken}'; for any free port: :80`,
    });
    expect(await canConnect(free)).toBe(false);
  });

  it('takes no half of localhost while another program has the other half', async () => {
    const taken = await aTakenPort('127.0.0.2');
    await expect(openListeners([wish(['127.0.0.1', '127.0.0.2'], taken)], 'linux')).rejects.toMatchObject({
      kind: 'listen-failed',
    });
  });

  it('takes no connections after the end', async () => {
    const listeners = await open(wish(['127.0.0.1']));
    listeners.close();
    expect(await canConnect(listeners.ports[0]?.port ?? 0)).toBe(false);
  });
});

describe('refuseSamePort', () => {
  it.each([
    { label: 'two ports of one number', wishes: [wish(['::1'], 80), wish(['::1'], 80)], fails: true },
    { label: 'the same number elsewhere', wishes: [wish(['::1'], 80), wish(['::2'], 80)], fails: false },
    { label: 'two free ports', wishes: [wish(['::1']), wish(['::1'])], fails: false },
  ])('judges $label', ({ wishes, fails }) => {
    const judge = (): void => refuseSamePort(wishes);
    if (fails) expect(judge).toThrow('two of the ports would listen on [::1]:80');
    else expect(judge).not.toThrow();
  });
});

describe('listenError', () => {
  const refused = { ip: '127.0.0.1', port: 80, message: 'listen EPERM' };
  it.each([
    { code: 'EACCES', platform: 'linux', message: /no right to/, hint: /from 1024 on, or any free one: :80/ },
    { code: 'EADDRINUSE', platform: 'darwin', message: /another program/, hint: /lsof -nP -iTCP:80/ },
    { code: 'EADDRINUSE', platform: 'win32', message: /another program/, hint: /netstat -ano/ },
    {
      code: 'EADDRNOTAVAIL',
      platform: 'linux',
      message: /no such address/,
      hint: /IP address of this machine/,
    },
    { code: 'EPERM', platform: 'linux', message: /80: listen EPERM$/, hint: undefined },
  ] as const)('explains $code on $platform', ({ code, platform, message, hint }) => {
    const error = listenError({ ...refused, code }, { otherwise: ':80', platform });
    expect(error.kind).toBe(code === 'EADDRNOTAVAIL' ? 'usage' : 'listen-failed');
    expect(error.message).toMatch(message);
    if (hint === undefined) expect(error.hint).toBeUndefined();
    else expect(error.hint).toMatch(hint);
  });
});

describe('readListenAddress', () => {
  it.each([
    { text: 'localhost', ips: ['127.0.0.1', '::1'] },
    { text: '*', ips: ['0.0.0.0', '::'] },
    { text: '10.0.0.5', ips: ['10.0.0.5'] },
    { text: '[::1]', ips: ['::1'] },
  ])('reads $text', async ({ text, ips }) => {
    expect(await readListenAddress(text)).toEqual({ text, ips });
  });

  it('leaves out what another address covers', () => {
    const addresses = [
      { text: '0.0.0.0', ips: ['0.0.0.0'] },
      { text: 'localhost', ips: ['127.0.0.1', '::1'] },
      { text: '10.0.0.5', ips: ['10.0.0.5'] },
      { text: '::1', ips: ['::1'] },
    ];
    expect(withoutCovered(addresses)).toEqual([
      { text: '0.0.0.0', ips: ['0.0.0.0'] },
      { text: 'localhost', ips: ['::1'] },
    ]);
  });
});
