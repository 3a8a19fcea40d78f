import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { terminated } from '../builders/a-pod.ts';
import { finish } from '../drivers/run-command.ts';
import { someBytes } from '../samples/some-bytes.ts';
import { until } from '../drivers/until.ts';
import { aFaultyCluster, frame, type FaultyCluster } from './a-faulty-cluster.ts';

const SHELL = ['-it', 'web-1', '--image=busybox', '--target=', '-c', 'dbg', '-q'];
/** The kubelet of these tests runs no envelope. */
const PIPE = ['web-1', '--image=busybox', '-c', 'dbg', '-iq', '--envelope=false', '--', 'cat'];
const SUCCESS = { metadata: {}, status: 'Success' };

function aClusterThatServes(
  serve: (socket: WebSocket, cluster: FaultyCluster) => void,
): Promise<FaultyCluster> {
  const made = aFaultyCluster({
    upgrade: () => ({
      kind: 'socket',
      serve: (socket) => void made.then((cluster) => serve(socket, cluster)),
    }),
  });
  return made;
}

function succeed(socket: WebSocket, { container }: FaultyCluster): void {
  socket.send(frame(3, SUCCESS));
  socket.close(1000);
  container.report(terminated(0));
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Bytes in no order leave modes of the terminal on, which are reset behind the last one. */
function expectOnTerminal(shown: Buffer, sent: Buffer): void {
  expect(sha256(shown.subarray(0, sent.length))).toBe(sha256(sent));
  expect(shown.subarray(sent.length).toString('latin1')).toMatch(/^(?:\x1b(?:\[[?\d]*[hlmr]|[78>]))*$/);
}

describe('messages that mean nothing', () => {
  it.each([
    { label: 'no bytes', messages: [Buffer.alloc(0)] },
    { label: 'channels without content', messages: [frame(1), frame(2), frame(0)] },
    { label: 'unknown channels', messages: [frame(9, 'no'), frame(200, 'no'), frame(254)] },
    {
      label: 'channels that only a client writes',
      messages: [frame(0, 'no'), frame(4, '{}'), frame(255, '\u0001')],
    },
  ])('are passed over: $label', async ({ messages }) => {
    const cluster = await aClusterThatServes((socket, made) => {
      socket.send(frame(1, 'one '));
      messages.forEach((message) => socket.send(message));
      socket.send(frame(1, 'two'));
      succeed(socket, made);
    });
    const command = cluster.start(SHELL, { isTerminal: true });
    expect(await finish(command)).toMatchObject({ exitCode: 0, stdout: 'one two' });
  });
});

describe('output', () => {
  const sent = someBytes(1024 * 1024);

  it.each([
    { label: 'in messages of a few bytes', size: 333 },
    { label: 'in messages of 32 KiB', size: 32 * 1024 },
    { label: 'in one message', size: sent.length },
  ])('arrives whole, 1 MiB $label', async ({ size }) => {
    const cluster = await aClusterThatServes((socket, made) => {
      for (let at = 0; at < sent.length; at += size) socket.send(frame(1, sent.subarray(at, at + size)));
      succeed(socket, made);
    });
    const command = cluster.start(SHELL, { isTerminal: true });
    expect(await command.ended).toBe(0);
    expectOnTerminal(command.stdoutBytes(), sent);
  });

  it('arrives whole, in one message that comes in fragments', async () => {
    const cluster = await aClusterThatServes((socket, made) => {
      const message = frame(1, sent);
      for (let at = 0; at < message.length; at += 10_007) {
        const isLast = at + 10_007 >= message.length;
        socket.send(message.subarray(at, at + 10_007), { binary: true, fin: isLast });
      }
      succeed(socket, made);
    });
    const command = cluster.start(SHELL, { isTerminal: true });
    expect(await command.ended).toBe(0);
    expectOnTerminal(command.stdoutBytes(), sent);
  });

  it('keeps stdout and stderr apart, each in its order', async () => {
    const cluster = await aClusterThatServes((socket, made) => {
      socket.once('message', () => {
        for (let index = 0; index < 500; index += 1) socket.send(frame(1 + (index % 2), `${index} `));
        succeed(socket, made);
      });
    });
    const command = cluster.start(PIPE);
    command.stdin.write('go');
    const { stdout, stderr, exitCode } = await finish(command);
    const numbers = (from: number): string =>
      Array.from({ length: 250 }, (_, index) => `${index * 2 + from} `).join('');
    expect({ stdout, stderr, exitCode }).toEqual({ stdout: numbers(0), stderr: numbers(1), exitCode: 0 });
  });
});

it.each([2, 1000, 32 * 1024 + 1, 300_000])(
  'never takes a stream that is cut after %i bytes for a success, though the container ends',
  async (length) => {
    const cluster = await aFaultyCluster({
      hook: ({ path }) => (path.endsWith('/attach') ? { cutAfterBytes: length } : undefined),
    });
    const command = cluster.start([...SHELL, '--no-reconnect'], { isTerminal: true });
    // Text, as other bytes would switch modes of the terminal on, and their reset comes behind the last one.
    const output = Buffer.from(Array.from({ length: 80_000 }, (_, index) => `${index} `).join(''));
    const { container } = cluster;
    await until(() => container.clients() > 0, command.stderrText);
    container.print(output);
    container.exit(0);
    expect(await command.ended).toBe(125);
    const shown = command.stdoutBytes();
    expect(shown.equals(output.subarray(0, shown.length))).toBe(true);
    expect(shown.length).toBeLessThan(output.length);
  },
);

it('takes everything from the log when the stream was cut before a byte came, and the container has ended', async () => {
  const cluster = await aFaultyCluster({
    hook: ({ path }) => (path.endsWith('/attach') ? { cutAfterEvents: 1 } : undefined),
  });
  const command = cluster.start(SHELL, { isTerminal: true });
  const { container } = cluster;
  await until(() => container.clients() > 0, command.stderrText);
  container.print('all of it\n', 'log');
  container.exit(4);
  const { exitCode, stdout } = await finish(command);
  // An attempt to attach, as the one that was cut may have been, leaves the terminal to make CR LF of each LF.
  const lineEnd = command.rawModes.includes(true) ? '\r\n' : '\n';
  expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: `all of it${lineEnd}` });
});

it('sends 1 MiB of input whole and in order, and then its end', async () => {
  const input = someBytes(1024 * 1024);
  const received: Buffer[] = [];
  const cluster = await aClusterThatServes((socket, made) => {
    socket.on('message', (message: Buffer) => {
      received.push(message);
      if (message[0] === 255) succeed(socket, made);
    });
  });
  const command = cluster.start(PIPE);
  command.stdin.end(input);
  expect(await command.ended).toBe(0);
  expect(received.at(-1)).toEqual(Buffer.of(255, 0));
  const data = received.slice(0, -1);
  expect(data.every((message) => message[0] === 0 && message.length <= 32 * 1024 + 1)).toBe(true);
  expect(sha256(Buffer.concat(data.map((message) => message.subarray(1))))).toBe(sha256(input));
});
