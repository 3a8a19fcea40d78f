import { expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import type { Connector } from './connector/connectors.ts';
import { hearConnection } from './hear-connection.ts';
import type { LinkListeners } from './link.ts';

const SPEAKS = { connected: /^open$/, atEnd: 'closes' } as const;
const STAYS = { connected: /^open$/, atEnd: 'stays' } as const;
const SILENT = { atEnd: 'exits' } as const;

function hear(connector: Pick<Connector, 'connected' | 'atEnd'>, hasBegun?: boolean | 'unknown') {
  const said: string[] = [];
  const { io, advance } = anIo();
  const listeners: LinkListeners = hearConnection(
    {
      connector,
      connectMs: 10_000,
      sleep: io.sleep,
      ...(hasBegun !== undefined && {
        hasBegun: () => Promise.resolve(hasBegun === 'unknown' ? undefined : hasBegun),
      }),
    },
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
  await advance(10_000);
  expect(said).toEqual(['no answer in time']);
});

const NO_DNS = 'the name is not resolved yet: DNS has not answered the pod for 8 s';

it.each([
  { label: 'DNS does not answer', connector: STAYS, hasBegun: false, expected: NO_DNS },
  { label: 'DNS does not answer a silent connector', connector: SILENT, hasBegun: false, expected: NO_DNS },
  { label: 'the host does not answer', connector: STAYS, hasBegun: true, expected: 'no answer in time' },
  { label: 'nobody can tell', connector: STAYS, hasBegun: 'unknown', expected: 'no answer in time' },
] as const)('says what is silent when $label', async ({ connector, hasBegun, expected }) => {
  const { listeners, said, advance } = hear(connector, hasBegun);
  listeners.onRun();
  await advance(8000);
  await advance(2000);
  expect(said.filter((word) => word !== 'connected').slice(0, 1)).toEqual([expected]);
});

it.each([
  { label: 'is connected', connector: STAYS, tell: ({ onWords }: LinkListeners) => onWords('open') },
  {
    label: 'had data',
    connector: SILENT,
    tell: ({ onRun, onData }: LinkListeners) => {
      onRun();
      onData(Buffer.from('data'));
    },
  },
  {
    label: 'is over',
    connector: SILENT,
    tell: ({ onRun, onEnd }: LinkListeners) => {
      onRun();
      onEnd(0);
    },
  },
])('has no word for DNS about a connection that $label', async ({ connector, tell }) => {
  const { listeners, said, advance } = hear(connector, false);
  tell(listeners);
  await advance(8000);
  expect(said).not.toContain(NO_DNS);
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
