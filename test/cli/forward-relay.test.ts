import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunningCommand } from '../drivers/run-command.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { until } from '../drivers/until.ts';

/** The containers are processes of this machine, so it needs a program that connects. */
const hasConnector = ['socat', 'ncat', 'perl'].some(
  (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0,
);

describe.skipIf(!hasConnector)('connections from inside a pod (needs socat, ncat or perl)', () => {
  let cluster: RunPlayground;
  let program: Server;
  let command: RunningCommand;
  let pod: string;
  const sockets: Socket[] = [];
  const accepted: Socket[] = [];

  beforeAll(async () => {
    cluster = await runPlayground();
    pod = await cluster.makePod();
    // Answers at the end of the input with the hash of it.
    program = createServer({ allowHalfOpen: true }, (socket) => {
      accepted.push(socket);
      const hash = createHash('sha256');
      socket.on('error', () => socket.destroy());
      socket.on('data', (bytes: Buffer) => hash.update(bytes));
      socket.on('end', () => socket.end(hash.digest('hex')));
    }).listen(0, '127.0.0.1');
    await once(program, 'listening');
    const { port } = program.address() as AddressInfo;
    const argv = ['forward', '--address=127.0.0.1', '--socks=0', pod, `:127.0.0.1:${port}`, ':127.0.0.1:1'];
    command = cluster.start(argv);
    await command.untilStdout('-> 127.0.0.1:1\n');
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    for (const socket of accepted.splice(0)) socket.destroy();
  });
  afterAll(async () => {
    command.deliver('SIGINT');
    await command.ended;
    program.close();
    await cluster.close();
  });

  const localPort = (remote: string): number =>
    Number(new RegExp(`:(\\d+) -> 127\\.0\\.0\\.1:${remote}$`, 'm').exec(command.stdoutText())?.[1]);
  const programPort = (): number => (program.address() as AddressInfo).port;

  function dial(remote = `${programPort()}`): Socket {
    const socket = connect({ port: localPort(remote), host: '127.0.0.1', allowHalfOpen: true });
    sockets.push(socket);
    return socket;
  }

  async function readAll(socket: Socket): Promise<string> {
    let text = '';
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
    await once(socket, 'end');
    return text;
  }

  it('pass all bytes on, and the end of the input before the answer', async () => {
    const inputs = Array.from({ length: 5 }, () => randomBytes(300_000));
    const answers = inputs.map((input) => {
      const socket = dial();
      socket.end(input);
      return readAll(socket);
    });
    const hashes = inputs.map((input) => createHash('sha256').update(input).digest('hex'));
    expect(await Promise.all(answers)).toEqual(hashes);
  });

  it('end in the pod when the local program goes', async () => {
    const socket = dial();
    socket.write('hello');
    await until(
      () => accepted.length === 1,
      () => 'a connection',
    );
    const closed = new Promise((resolve) => accepted[0]?.on('close', resolve));
    socket.resetAndDestroy();
    await closed;
    expect(accepted[0]?.destroyed).toBe(true);
  });

  it('are reset when the host refuses, and a line says why', async () => {
    const [error] = (await once(dial('1'), 'error')) as [Error];
    expect(error).toMatchObject({ code: 'ECONNRESET' });
    await command.untilStderr(`127.0.0.1:1 from pod default/${pod}: connection refused [connect-failed]`);
  });
});
