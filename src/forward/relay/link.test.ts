import { expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { aSocket } from '../../../test/builders/a-socket.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { openLink, type LinkListeners } from './link.ts';

const [STDOUT, STDERR] = [1, 2];
const CONNECTOR = { name: 'test', command: 'test "$host" "$port"', atEnd: 'closes' } as const;

/** A link whose script is the test; `said` is what its listeners hear and what the warden is told. */
async function open() {
  const { io, advance } = anIo();
  const socket = aSocket();
  const { cluster, requests } = aCluster({ upgrade: () => Promise.resolve(socket.upgraded) });
  const said: string[] = [];
  const warden = { kill: (processId: number) => said.push(`kill ${processId}`) };
  const container = { namespace: 'shop', name: 'web-1', container: 'debugger' };
  const place = { io, cluster, container, connector: CONNECTOR, nonce: 'nonce', warden: () => warden };
  const link = await openLink(place, new AbortController().signal);
  if ('isUnstarted' in link) throw new Error(link.why);
  const mark = /printf %s (\w+)/.exec(JSON.stringify(requests[0]))?.[1] ?? 'no mark';
  const listeners: LinkListeners = {
    onData: (bytes) => said.push(`data ${bytes.toString()}`),
    onRun: () => said.push('run'),
    onWords: (line) => said.push(`words ${line}`),
    onOutputEnd: () => said.push('output end'),
    onEnd: (exitCode) => said.push(`end ${exitCode}`),
    onCut: ({ why }) => said.push(why),
  };
  const hear = (channel: number, text: string): void =>
    socket.receive(channel, text.replaceAll('MARK', mark));
  return { link, socket, said, listeners, hear, advance };
}

async function openConnected() {
  const opened = await open();
  opened.hear(STDERR, '12 ready\n');
  await opened.link.ready;
  opened.link.connect('db 5432\n', opened.listeners);
  return opened;
}

it('sends the destination once the script waits for it', async () => {
  const { socket } = await openConnected();
  expect(socket.sent).toEqual(['\0db 5432\n']);
});

it.each([
  {
    label: 'data that comes before its sign',
    came: [
      [STDOUT, 'one'],
      [STDERR, '13 run\n'],
    ],
    said: ['data one', 'run'],
  },
  {
    label: 'an end in two pieces, with the output first',
    came: [
      [STDOUT, 'oneMARK'],
      [STDERR, 'MARK 0\n'],
    ],
    said: ['data one', 'output end', 'end 0'],
  },
  {
    label: 'an exit code that comes before the last output',
    came: [
      [STDERR, 'MARK 1\n'],
      [STDOUT, 'oneMARK'],
    ],
    said: ['data one', 'output end', 'end 1'],
  },
  {
    label: 'what the connector says',
    came: [
      [STDERR, 'open\nrefu'],
      [STDERR, 'sed\n'],
    ],
    said: ['words open', 'words refused'],
  },
  {
    label: 'words of a connector that look like ours',
    came: [[STDERR, '13 run\n14 run\n15 ready\n']],
    said: ['run', 'words 14 run', 'words 15 ready'],
  },
] as const)('hears $label', async ({ came, said }) => {
  const { said: heard, hear } = await openConnected();
  for (const [channel, text] of came) hear(channel, text);
  expect(heard).toEqual(said);
});

it('tells of a cut, but not after the end', async () => {
  const cut = await openConnected();
  cut.socket.end(1006);
  await cut.link.lost;
  expect(cut.said).toEqual(['the connection was cut']);
  const ended = await openConnected();
  ended.hear(STDERR, 'MARK 0\n');
  ended.hear(STDOUT, 'MARK');
  ended.socket.end(1006);
  await ended.link.lost;
  expect(ended.said).toEqual(['output end', 'end 0']);
});

const END_OF_INPUT = '\u00ff\0';

it.each([
  { label: 'by its warden once its process is known', said: '12 ready\n', killed: ['kill 12'], sent: [] },
  { label: 'by the end of its input before that', said: '', killed: [], sent: [END_OF_INPUT] },
])('is ended $label', async ({ said, killed, sent }) => {
  const { link, socket, said: heard, hear } = await open();
  if (said !== '') hear(STDERR, said);
  link.end();
  link.end();
  expect({ killed: heard, sent: socket.sent }).toEqual({ killed, sent });
});

/** What is done to a link of which only the end of the connector counts. */
it.each<{
  readonly label: string;
  readonly act: (opened: Awaited<ReturnType<typeof open>>) => unknown;
  readonly said: readonly string[];
}>([
  {
    label: 'once the connector has ended',
    act: ({ hear }) => {
      hear(STDOUT, 'late data MARK');
      hear(STDERR, 'MARK 0\n');
    },
    said: ['kill 12'],
  },
  { label: 'after some time', act: ({ advance }) => advance(10_000), said: ['kill 12'] },
  { label: 'not before', act: ({ advance }) => advance(9999), said: [] },
])('finishes $label', async ({ act, said }) => {
  const opened = await openConnected();
  opened.link.finish(10_000);
  await act(opened);
  expect(opened.said).toEqual(said);
});
