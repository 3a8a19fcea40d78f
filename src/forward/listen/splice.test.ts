import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { CliError } from '../../errors/cli-error.ts';
import { splice, type SpliceEnd } from './splice.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** A local program and the accepted side of its connection. */
async function aConnection(): Promise<{ readonly program: Socket; readonly accepted: Socket }> {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const accepting = once(server, 'connection') as Promise<[Socket]>;
  const program = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  const [accepted] = await accepting;
  accepted.on('error', () => undefined);
  sockets.push(program, accepted);
  return { program, accepted };
}

interface Remote {
  readonly duplex: Duplex;
  /** What has been written to it. */
  readonly written: () => string;
  readonly hasEnded: Promise<void>;
}

/** The other side, played by the test: `push` answers. */
function aRemote(): Remote {
  const chunks: Buffer[] = [];
  let end: () => void = () => undefined;
  const hasEnded = new Promise<void>((resolve) => (end = resolve));
  const duplex = new Duplex({
    allowHalfOpen: true,
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      duplex.emit('written');
      done();
    },
    final: (done) => {
      end();
      done();
    },
  });
  return { duplex, written: () => Buffer.concat(chunks).toString(), hasEnded };
}

/** An iterator would destroy the socket at the end, with the side that is still open. */
async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'end');
  return Buffer.concat(chunks).toString();
}

function start(accepted: Socket, { duplex }: Remote, first: readonly Buffer[] = []): Promise<SpliceEnd> {
  return splice(accepted, duplex, { first, onSettled: () => accepted.emit('settled') });
}

describe('splice', () => {
  it('passes the end of the input on while output still comes', async () => {
    const { program, accepted } = await aConnection();
    const remote = aRemote();
    const ended = start(accepted, remote);
    program.end('question');
    await remote.hasEnded;
    expect(remote.written()).toBe('question');
    remote.duplex.push('answer');
    remote.duplex.push(null);
    expect(await readAll(program)).toBe('answer');
    expect(await ended).toEqual({ kind: 'done' });
  });

  it('passes the end of the output on while input still comes', async () => {
    const { program, accepted } = await aConnection();
    const remote = aRemote();
    const ended = start(accepted, remote);
    remote.duplex.push('banner');
    remote.duplex.push(null);
    expect(await readAll(program)).toBe('banner');
    program.end('late');
    await remote.hasEnded;
    expect(remote.written()).toBe('late');
    expect(await ended).toEqual({ kind: 'done' });
  });

  it('tells that a program with its answer has ended its side', async () => {
    const { program, accepted } = await aConnection();
    const remote = aRemote();
    void start(accepted, remote);
    program.write('question');
    remote.duplex.push('answer');
    await once(program, 'data');
    const settled = once(accepted, 'settled');
    program.end();
    await settled;
    remote.duplex.push(null);
  });

  it('keeps what was sent before a failure, and sends it ahead at the next try', async () => {
    const { program, accepted } = await aConnection();
    const first = aRemote();
    const failing = start(accepted, first);
    const written = once(first.duplex, 'written');
    program.write('question');
    await written;
    const error = new CliError('port-closed', 'nothing listens');
    first.duplex.destroy(error);
    const end = await failing;
    expect(end).toEqual({ kind: 'failed', error, unanswered: [Buffer.from('question')] });
    const second = aRemote();
    const ended = start(accepted, second, end.kind === 'failed' ? end.unanswered : []);
    program.end(' and more');
    await second.hasEnded;
    expect(second.written()).toBe('question and more');
    second.duplex.push(null);
    expect(await ended).toEqual({ kind: 'done' });
  });

  it.each([
    { label: 'an answer has begun', answer: 'half', size: 1 },
    { label: 'it is more than the bound', answer: '', size: 65 * 1024 },
  ])('sends nothing again after $label', async ({ answer, size }) => {
    const { program, accepted } = await aConnection();
    const remote = aRemote();
    const failing = start(accepted, remote);
    program.end('x'.repeat(size));
    await remote.hasEnded;
    if (answer !== '') {
      remote.duplex.push(answer);
      await once(program, 'data');
    }
    remote.duplex.destroy(new CliError('connection-lost', 'cut'));
    expect(await failing).toMatchObject({ kind: 'failed', unanswered: undefined });
  });

  it('fails if the other side closes without an end', async () => {
    const { accepted } = await aConnection();
    const remote = aRemote();
    const failing = start(accepted, remote);
    remote.duplex.destroy();
    expect(await failing).toMatchObject({ kind: 'failed', error: { kind: 'connection-lost' } });
  });

  it('ends the other side when the local program breaks off', async () => {
    const { program, accepted } = await aConnection();
    const remote = aRemote();
    const ended = start(accepted, remote);
    program.resetAndDestroy();
    expect(await ended).toEqual({ kind: 'left' });
    expect(remote.duplex.destroyed).toBe(true);
  });
});
