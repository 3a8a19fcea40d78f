import { beforeEach, describe, expect, it } from 'vitest';
import { anEphemeralContainer, aPod } from '../../../test/builders/a-pod.ts';
import {
  aClient,
  allStreams,
  FOREVER,
  hasEnded,
  isRunning,
  readLog,
  shell,
  startKubelet,
  statusOf,
  type TestKubelet,
} from '../../../test/playground/start-kubelet.ts';
import { attachStreams } from './attach-streams.ts';
import { OutputHub } from './output-hub.ts';

const CONTAINER = { stdin: true, stdinOnce: false, tty: false };

function attach(container: Partial<typeof CONTAINER>, hasInput = true) {
  const calls: string[] = [];
  const output = new OutputHub();
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const source = {
    ...CONTAINER,
    ...container,
    output,
    ended,
    writeStdin: (chunk: Buffer) => void calls.push(`write ${chunk.toString()}`),
    endStdin: () => void calls.push('end of input'),
    resize: () => void calls.push('resize'),
  };
  const streams = attachStreams(source, hasInput);
  streams.onStdout((chunk) => calls.push(`out ${chunk.toString()}`));
  return { streams, output, calls, end };
}

it.each([
  { tty: false, stdinOnce: false, endsInput: false },
  { tty: false, stdinOnce: true, endsInput: true },
  { tty: true, stdinOnce: false, endsInput: false },
  { tty: true, stdinOnce: true, endsInput: false },
])(
  'at the end of input with tty=$tty stdinOnce=$stdinOnce ends the container’s input: $endsInput',
  async (row) => {
    const { streams, output, calls, end } = attach(row);
    streams.endStdin();
    output.stdout(Buffer.from('late'));
    expect(calls).toEqual(row.endsInput ? ['end of input', 'out late'] : []);
    if (row.endsInput) end();
    expect(await streams.ended).toBeUndefined();
  },
);

it.each([
  { tty: false, stdinOnce: false, expected: [] },
  { tty: false, stdinOnce: true, expected: ['end of input'] },
  { tty: true, stdinOnce: true, expected: [] },
])('when a client vanishes with tty=$tty stdinOnce=$stdinOnce does: $expected', async (row) => {
  const { streams, output, calls } = attach(row);
  streams.detach();
  output.stdout(Buffer.from('late'));
  expect(calls).toEqual(row.expected);
  expect(await streams.ended).toBeUndefined();
});

it.each([
  { label: 'the container has none', container: { stdin: false }, hasInput: true },
  { label: 'the client asked for none', container: {}, hasInput: false },
])('passes no input on when $label, and its end changes nothing', ({ container, hasInput }) => {
  const { streams, output, calls } = attach({ stdinOnce: true, ...container }, hasInput);
  streams.writeStdin(Buffer.from('x'));
  streams.endStdin();
  output.stdout(Buffer.from('still here'));
  expect(calls).toEqual(['out still here']);
});

it('resizes a terminal only', () => {
  const size = { columns: 80, rows: 24 };
  const [plain, terminal] = [attach({}), attach({ tty: true })];
  plain.streams.resize(size);
  terminal.streams.resize(size);
  expect([plain.calls, terminal.calls]).toEqual([[], ['resize']]);
});

describe('the clients of a container', () => {
  let node: TestKubelet;

  beforeEach(async () => {
    node = await startKubelet();
  });

  it('gives all clients all output and takes input from each', async () => {
    const pod = aPod({ apps: [{ command: ['cat'], stdin: true }] });
    node.create(pod);
    await node.until(pod, isRunning('app'));
    const clients = [1, 2].map(() => aClient(node.kubelet.attach(pod, allStreams('app'))));
    clients.forEach(({ streams }, index) => streams.writeStdin(Buffer.from(`from ${index}\n`)));
    for (const client of clients) {
      await client.untilStdout('from 0\n');
      await client.untilStdout('from 1\n');
    }
  });

  it('ends the attach alone at the end of input without stdinOnce, and another can go on', async () => {
    const pod = aPod({ apps: [{ command: ['cat'], stdin: true }] });
    node.create(pod);
    await node.until(pod, isRunning('app'));
    const first = aClient(node.kubelet.attach(pod, allStreams('app')));
    first.streams.endStdin();
    expect(await first.streams.ended).toBeUndefined();
    const second = aClient(node.kubelet.attach(pod, allStreams('app')));
    second.streams.writeStdin(Buffer.from('still here\n'));
    await second.untilStdout('still here\n');
    expect(first.stdout()).toBe('');
  });

  it.each(['endStdin', 'detach'] as const)(
    'ends the input of a container with stdinOnce by %s',
    async (how) => {
      const pod = aPod({
        apps: [{ command: shell('cat; echo EOF; exit 5'), stdin: true, stdinOnce: true }],
        spec: { restartPolicy: 'Never' },
      });
      node.create(pod);
      await node.until(pod, isRunning('app'));
      const client = aClient(node.kubelet.attach(pod, allStreams('app')));
      client.streams.writeStdin(Buffer.from('typed\n'));
      client.streams[how]();
      const ended = await node.until(pod, hasEnded('app'));
      expect(statusOf(ended, 'app')?.state?.terminated?.exitCode).toBe(5);
      expect(await readLog(node.kubelet, ended, { container: 'app' })).toBe('typed\nEOF\n');
    },
  );

  it('gives a container with a TTY a terminal that can be resized, and its exit code back', async () => {
    const pod = aPod(FOREVER);
    node.create(pod);
    await node.until(pod, isRunning('app'));
    node.addEphemeral(pod, anEphemeralContainer({ command: ['sh'], stdin: true, tty: true }));
    await node.until(pod, isRunning('debugger'));
    const client = aClient(node.kubelet.attach(pod, allStreams('debugger', { tty: true, stderr: false })));
    client.streams.resize({ columns: 111, rows: 33 });
    client.streams.writeStdin(Buffer.from('stty size; echo on stderr >&2\n'));
    await client.untilStdout('33 111\r\n');
    await client.untilStdout('on stderr\r\n');
    client.streams.writeStdin(Buffer.from('exit 9\n'));
    const ended = await node.until(pod, hasEnded('debugger'));
    expect(statusOf(ended, 'debugger')?.state?.terminated?.exitCode).toBe(9);
    expect(await client.streams.ended).toBeUndefined();
    expect(await readLog(node.kubelet, ended, { container: 'debugger' })).toContain('33 111\n');
  });
});
