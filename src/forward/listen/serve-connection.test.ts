import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { anIo, type FakeIo } from '../../../test/builders/an-io.ts';
import { makeChange } from '../../cluster/watch/change-signal.ts';
import { CliError } from '../../errors/cli-error.ts';
import { makeNotes } from '../../output/say/notes.ts';
import type { PodWay, Ways } from '../ways.ts';
import { makeFailureLines } from './failure-lines.ts';
import { serveConnection } from './serve-connection.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

async function aConnection(): Promise<{ readonly program: Socket; readonly accepted: Socket }> {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const accepting = once(server, 'connection') as Promise<[Socket]>;
  const program = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  const [accepted] = await accepting;
  sockets.push(program, accepted);
  return { program, accepted };
}

/** A pod that answers with its name and what it heard. */
function answering(name: string): PodWay {
  return aPodWay(name, () => {
    const duplex = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _encoding, done) => {
        duplex.push(`${name} heard ${chunk.toString()}`);
        duplex.push(null);
        done();
      },
    });
    return duplex;
  });
}

/** A pod that refuses once something was sent. */
function refusing(name: string): PodWay {
  return aPodWay(name, () => {
    const duplex = new Duplex({
      read: () => undefined,
      write: (_chunk, _encoding, done) => {
        done();
        duplex.destroy(new CliError('port-closed', `${name} refused`));
      },
    });
    return duplex;
  });
}

function aPodWay(name: string, open: () => Duplex): PodWay {
  return {
    pod: aPod({ name }),
    way: { connect: open, lost: new Promise(() => undefined), close: () => undefined },
    isFresh: () => false,
    hold: () => ({ settle: () => undefined, release: () => undefined }),
  };
}

interface Fake {
  readonly io: FakeIo;
  readonly serve: (socket: Socket) => Promise<void>;
  /** Takes another way. */
  readonly take: (way: PodWay | undefined) => void;
}

function start(first: PodWay | undefined): Fake {
  const fake = anIo();
  const change = makeChange();
  let current = first;
  const ways: Ways = { current: () => current, isChanging: () => false, changed: change.next };
  const failures = makeFailureLines(fake.io, makeNotes(fake.io, { quiet: false }));
  const serving = { io: fake.io, ways, failures, signal: new AbortController().signal };
  return {
    io: fake,
    serve: (socket) => serveConnection(serving, socket, ({ way }) => way.connect({ kind: 'pod', port: 80 })),
    take: (way) => {
      current = way;
      change.tell();
    },
  };
}

async function answerTo(program: Socket, question: string): Promise<string> {
  program.write(question);
  const [answer] = (await once(program, 'data')) as [Buffer];
  return answer.toString();
}

describe('serveConnection', () => {
  it('waits for a way', async () => {
    const { program, accepted } = await aConnection();
    const fake = start(undefined);
    void fake.serve(accepted);
    const answer = answerTo(program, 'patience');
    await fake.io.advance(20_000);
    fake.take(answering('web-2'));
    expect(await answer).toBe('web-2 heard patience');
  });

  it('resets a connection for which no way opens in time', async () => {
    const { program, accepted } = await aConnection();
    const fake = start(undefined);
    const served = fake.serve(accepted);
    const reset = new Promise((resolve) => program.on('error', resolve));
    program.write('x');
    await fake.io.advance(30_000);
    await served;
    expect(await reset).toMatchObject({ code: 'ECONNRESET' });
    await fake.io.advance(200);
    expect(fake.io.stderrText()).toMatch(
      /^Warning: there was no pod to connect to for 30 s.* \[timeout\]\n$/,
    );
  });

  it('sends what a pod refused to the next pod', async () => {
    const { program, accepted } = await aConnection();
    const fake = start(refusing('web-1'));
    void fake.serve(accepted);
    const answer = answerTo(program, 'question');
    await once(accepted, 'pause');
    fake.take(answering('web-2'));
    expect(await answer).toBe('web-2 heard question');
  });

  it('resets a connection that the pod refuses, and folds the lines', async () => {
    const fake = start(refusing('web-1'));
    for (let count = 0; count < 3; count += 1) {
      const { program, accepted } = await aConnection();
      program.on('error', () => undefined);
      const served = fake.serve(accepted);
      program.write('x');
      await once(accepted, 'pause');
      await fake.io.advance(500);
      await served;
    }
    await fake.io.advance(2000);
    expect(fake.io.stderrText()).toBe(
      'Warning: web-1 refused [port-closed]\nWarning: web-1 refused (2 connections) [port-closed]\n',
    );
  });
});
