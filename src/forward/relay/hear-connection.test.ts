import { expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import type { Connector } from './connector/connectors.ts';
import { hearConnection } from './hear-connection.ts';
import type { LinkListeners } from './link.ts';

const SPEAKS = { connected: /^open$/, atEnd: 'closes' } as const;
const STAYS = { connected: /^open$/, atEnd: 'stays' } as const;
const SILENT = { atEnd: 'exits' } as const;

function hear(connector: Pick<Connector, 'connected' | 'atEnd'>) {
  const said: string[] = [];
  const { io, advance } = anIo();
  const listeners: LinkListeners = hearConnection(
    { connector, connectMs: 15_000, sleep: io.sleep },
    {
      onConnected: () => said.push('connected'),
      onData: (bytes) => said.push(bytes.toString()),
      onOutputEnd: () => said.push('end'),
      onFailed: ({ why }) => said.push(why),
      onCut: ({ why }) => said.push(`cut: ${why}`),
      onOver: () => said.push('over'),
    },
    new AbortController().signal,
  );
  return { listeners, said, advance };
}

it('passes a connection on, with an end of its output before that of its input', () => {
  const { listeners, said } = hear(SPEAKS);
  listeners.onWords('open');
  listeners.onData(Buffer.from('data'));
  listeners.onOutputEnd();
  expect(said).toEqual(['connected', 'data', 'end']);
  listeners.onEnd(0);
  expect(said).toEqual(['connected', 'data', 'end', 'over']);
});

it('waits for the sign of a connection whose end comes first, over the other stream', () => {
  const { listeners, said } = hear(SPEAKS);
  listeners.onOutputEnd();
  expect(said).toEqual([]);
  listeners.onWords('open');
  expect(said).toEqual(['connected', 'end']);
});

it.each([{ connector: SPEAKS }, { connector: STAYS }])(
  'takes an end without a sign for a failure ($connector.atEnd)',
  ({ connector }) => {
    const { listeners, said } = hear(connector);
    listeners.onWords('nc: x: Connection refused');
    listeners.onOutputEnd();
    listeners.onEnd(0);
    expect(said).toEqual(['connection refused']);
  },
);

it('breaks off when a connector tells of a reset and stays', () => {
  const { listeners, said } = hear(STAYS);
  listeners.onWords('open');
  listeners.onWords('nc: net read: Connection reset by peer');
  expect(said).toEqual(['connected', 'connection reset']);
});

it('gives up a connection that gets no answer', async () => {
  const { said, advance } = hear(STAYS);
  await advance(15_000);
  expect(said).toEqual(['no answer in time']);
});

it('thinks that a silent connector has connected soon after its start', async () => {
  const { listeners, said, advance } = hear(SILENT);
  await advance(1000);
  expect(said).toEqual([]);
  listeners.onRun();
  await advance(50);
  expect(said).toEqual(['connected']);
});

it('judges a silent connector by its exit code', () => {
  const { listeners, said } = hear(SILENT);
  listeners.onRun();
  listeners.onWords("nc: can't connect to remote host (10.0.0.1): Connection refused");
  listeners.onOutputEnd();
  listeners.onEnd(1);
  expect(said).toEqual(['connection refused']);
});

it('takes a silent connector without data for a connection that was closed', () => {
  const { listeners, said } = hear(SILENT);
  listeners.onOutputEnd();
  listeners.onEnd(0);
  expect(said).toEqual(['connected', 'end', 'over']);
});
