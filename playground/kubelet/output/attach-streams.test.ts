import { expect, it } from 'vitest';
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
