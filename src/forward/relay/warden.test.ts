import { expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { aSocket, type FakeSocket } from '../../../test/builders/a-socket.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { openWarden } from './warden.ts';

const [STDOUT, STATUS] = [1, 3];
const NOT_FOUND = { status: 'Failure', code: 500, message: 'container not found ("debugger")' };

/** A warden that is being opened, and its sockets so far. */
function open() {
  const fake = anIo();
  const sockets: FakeSocket[] = [];
  const { cluster } = aCluster({
    upgrade: () => {
      const socket = aSocket();
      sockets.push(socket);
      return Promise.resolve(socket.upgraded);
    },
  });
  const container = { namespace: 'shop', name: 'web-1', container: 'debugger' };
  const opened = openWarden({ io: fake.io, cluster, container }, 'nonce', new AbortController().signal);
  opened.catch(() => undefined); // a test may look later
  return { ...fake, sockets, opened };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function openReady() {
  const { opened, sockets, advance } = open();
  await settle();
  sockets[0]?.receive(STDOUT, 'has nc\nhelp Usage: nc [OPTIONS]\nhelp  -e\nready\n');
  return { warden: await opened, socket: sockets[0], advance };
}

it('tells which programs the image has, with what the help of nc says', async () => {
  const { warden } = await openReady();
  expect(warden.programs).toEqual({ names: ['nc'], help: 'Usage: nc [OPTIONS]\n -e' });
});

it('kills by the number of a process', async () => {
  const { warden, socket } = await openReady();
  warden.kill(12);
  expect(socket?.sent).toEqual(['\0k 12\n']);
});

it('asks about several connectors at once, and about later ones in the next turn', async () => {
  const { warden, socket, advance } = await openReady();
  const first = [warden.hasEnd(12), warden.hasEnd(13)];
  await advance(5);
  expect(socket?.sent).toEqual(['\0c 12 13\n']);
  const later = warden.hasEnd(14);
  await advance(5);
  expect(socket?.sent).toHaveLength(1);
  socket?.receive(STDOUT, 'closed 13\nchecked\n');
  expect(await Promise.all(first)).toEqual([false, true]);
  await advance(0);
  await advance(5);
  expect(socket?.sent.at(-1)).toBe('\0c 14\n');
  socket?.receive(STDOUT, 'closed 14\nchecked\n');
  expect(await later).toBe(true);
});

it('knows of no end once it is lost', async () => {
  const { warden, socket, advance } = await openReady();
  const asked = warden.hasEnd(12);
  await advance(5);
  socket?.end(1006);
  expect(await asked).toBe(false);
  expect(await warden.lost).toEqual({ why: 'the connection was cut', isUnstarted: false });
});

it('waits for a container that is starting', async () => {
  const { opened, sockets, advance } = open();
  await settle();
  sockets[0]?.receive(STATUS, NOT_FOUND);
  sockets[0]?.end(1000);
  await advance(100);
  await advance(100);
  sockets[1]?.receive(STDOUT, 'ready\n');
  await expect(opened).resolves.toMatchObject({ programs: { names: [] } });
});

it.each([
  {
    label: 'the container is not running',
    end: (socket: FakeSocket) => {
      socket.receive(STATUS, NOT_FOUND);
      socket.end(1000);
    },
    error: { kind: 'container-not-running', message: /runs no script: .*container not found/ },
  },
  {
    label: 'the connection is cut each time',
    end: (socket: FakeSocket) => socket.end(1006),
    error: { kind: 'connection-lost', message: /runs no script: the connection was cut/ },
  },
])('gives up after 15 s if $label', async ({ end, error: { kind, message } }) => {
  const { opened, sockets, advance } = open();
  for (let round = 0; round < 4; round += 1) {
    await settle();
    for (const socket of sockets) end(socket);
    await advance(5100);
  }
  await expect(opened).rejects.toMatchObject({ kind });
  await expect(opened).rejects.toThrow(message);
});
