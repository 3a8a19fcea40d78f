import type { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { CliError } from '../../errors/cli-error.ts';
import { ConnectError } from '../connect-error.ts';
import type { ExecLoss } from './exec-stream.ts';
import type { Link, LinkListeners } from './link.ts';
import { relayConnection } from './relay-connection.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Setup {
  readonly canEndInput?: boolean;
  /** What is opened in place of a link. */
  readonly failure?: ExecLoss | Error;
  readonly line?: () => string;
}

/** A connection through a link in the hands of the test; `said` is what either of them is told. */
function open({ canEndInput = true, failure, line = () => 'db 5432\n' }: Setup = {}) {
  const { io, advance } = anIo();
  const said: string[] = [];
  const say = (words: string) => () => void said.push(words);
  let listeners: LinkListeners | undefined;
  let takeInput: () => void = () => undefined;
  const link: Link = {
    canEndInput,
    send: (bytes, onTaken) => {
      said.push(`send ${bytes.toString()}`);
      takeInput = onTaken;
    },
    endInput: say('end input'),
    pause: say('pause'),
    resume: () => undefined,
    quietMs: () => 0,
    lost: new Promise<never>(() => undefined),
    connect: (text, heard) => {
      said.push(`connect ${text.trim()}`);
      listeners = heard;
    },
    connectorId: () => undefined,
    ready: Promise.resolve(),
    finish: say('finish link'),
    end: say('end link'),
  };
  const connection: Duplex = relayConnection({
    line,
    name: 'db:5432 from pod shop/web-1',
    connector: { connected: /^open$/, atEnd: 'closes' },
    connectMs: 15_000,
    hintOf: () => undefined,
    sleep: io.sleep,
    open: () => (failure instanceof Error ? Promise.reject(failure) : Promise.resolve(failure ?? link)),
  });
  connection.on('connect', say('connected')).on('data', (bytes: Buffer) => said.push(bytes.toString()));
  connection.on('end', say('ended'));
  connection.on('error', (error) => {
    const word =
      error instanceof ConnectError ? error.reason : error instanceof CliError ? error.kind : 'bug';
    said.push(`${word}: ${error.message}`);
  });
  return { connection, said, advance, heard: () => listeners, takeInput: () => takeInput() };
}

async function openConnected(setup: Setup = {}) {
  const opened = open(setup);
  await settle();
  opened.heard()?.onWords('open');
  opened.said.length = 0;
  return opened;
}

it('holds what is written until its link is there', async () => {
  const { connection, said } = open();
  connection.write('hello');
  expect(connection).toHaveProperty('connecting', true);
  await settle();
  expect(said).toEqual(['connect db 5432', 'send hello']);
});

it('tells when it is connected, as a socket does', async () => {
  const { connection, said, heard } = open();
  await settle();
  heard()?.onWords('open');
  expect(said).toEqual(['connect db 5432', 'connected']);
  expect(connection).toHaveProperty('connecting', false);
});

it('waits with the next piece of input until the one before was taken', async () => {
  const { connection, said, takeInput } = await openConnected();
  connection.write('one');
  connection.write('two');
  expect(said).toEqual(['send one']);
  takeInput();
  await settle();
  expect(said).toEqual(['send one', 'send two']);
});

it('passes each end on by itself', async () => {
  const { connection, said, heard } = await openConnected();
  connection.end();
  await settle();
  heard()?.onData(Buffer.from('answer'));
  heard()?.onOutputEnd();
  await settle();
  expect(said).toEqual(['end input', 'answer', 'ended', 'finish link']);
});

it.each([
  {
    label: 'the host refuses',
    setup: {},
    act: (heard: LinkListeners) => {
      heard.onWords('connection refused');
      heard.onEnd(1);
    },
    error: 'refused: db:5432 from pod shop/web-1: connection refused',
  },
  {
    label: 'the link is cut, by words that are made printable',
    setup: {},
    act: (heard: LinkListeners) => heard.onCut({ why: 'gone\u001b[31m', isUnstarted: false }),
    error: 'connection-lost: db:5432 from pod shop/web-1: the connection was cut: gone^[[31m',
  },
  {
    label: 'no script runs',
    setup: { failure: { why: 'container not found', isUnstarted: true } },
    error: 'connection-lost: db:5432 from pod shop/web-1: the connection was cut: container not found',
  },
  {
    label: 'no link can be opened',
    setup: { failure: new CliError('forbidden', 'you may not') },
    error: 'forbidden: you may not',
  },
  {
    label: 'its destination is wrong',
    setup: {
      line: () => {
        throw new CliError('usage', 'invalid host');
      },
    },
    error: 'usage: invalid host',
  },
])('is destroyed when $label', async ({ setup, act, error }) => {
  const { said, heard } = open(setup);
  await settle();
  const listeners = heard();
  if (listeners !== undefined) act?.(listeners);
  await settle();
  expect(said.at(-1)).toBe(error);
});

it.each([
  { label: 'lets a link finish when all input was sent', write: '', told: 'finish link' },
  { label: 'ends a link at once that still holds input', write: 'rest', told: 'end link' },
])('$label', async ({ write, told }) => {
  const { connection, said } = await openConnected();
  if (write !== '') connection.write(write);
  connection.end();
  await settle();
  connection.destroy();
  await settle();
  expect(said.at(-1)).toBe(told);
});

it('takes what is sent after the end, until the local side can know of that', async () => {
  const { connection, said, heard } = await openConnected();
  heard()?.onOutputEnd();
  heard()?.onEnd(0);
  connection.write('too late');
  await settle();
  expect(said).toEqual(['end link', 'ended']);
  connection.write('again');
  await settle();
  expect(said.at(-1)).toMatch(/^reset: .* it was sent more after it had closed the connection$/);
});

it('breaks off when it cannot pass the end of the input on, and no answer comes for 30 s', async () => {
  const { connection, said, heard, advance } = await openConnected({ canEndInput: false });
  connection.end();
  await advance(20_000);
  heard()?.onData(Buffer.from('answer'));
  await advance(20_000);
  await advance(29_999);
  expect(said).toEqual(['answer']);
  await advance(1);
  await settle();
  expect(said.at(-1)).toMatch(/^stdin-unsupported: /);
});
