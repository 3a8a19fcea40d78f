import { describe, expect, it } from 'vitest';
import { aRemoteStream } from '../../../test/builders/a-remote-stream.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { sendInput, type InputOptions } from './input.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function start(options: Partial<InputOptions> = {}) {
  const fake = anIo();
  const stream = aRemoteStream();
  const said: string[] = [];
  const input = sendInput(fake.io, stream.stream, {
    endOfInput: 'close-stdin',
    detachKeys: Buffer.alloc(0),
    tell: ({ kind }) => said.push(kind),
    ...options,
  });
  let by: string | undefined;
  input.left.then(
    (reason) => (by = reason),
    () => undefined, // looked at by the test that asks for it
  );
  return { ...fake, ...stream, input, said, leftBy: () => by };
}

describe('sendInput', () => {
  it.each([
    { endOfInput: 'close-stdin', sent: ['stdin abc', 'end-stdin'], leftBy: undefined },
    { endOfInput: 'send-ctrl-d', sent: ['stdin abc', 'stdin \u0004\u0004'], leftBy: undefined },
    { endOfInput: 'hang-up', sent: ['stdin abc'], leftBy: 'SIGHUP' },
    { endOfInput: 'tell', sent: ['stdin abc'], leftBy: undefined },
  ] as const)('at its end does what $endOfInput means', async ({ endOfInput, sent, leftBy }) => {
    const started = start({ endOfInput });
    started.stdin.end('abc');
    await turn();
    expect(started.sent).toEqual(sent);
    expect(started.leftBy()).toBe(leftBy);
  });

  it.each([
    { typed: '', sent: ['stdin \u0004'] },
    { typed: 'line\n', sent: ['stdin line\n', 'stdin \u0004'] },
  ])('sends one Ctrl-D where no line is unfinished: "$typed"', async ({ typed, sent }) => {
    const started = start({ endOfInput: 'send-ctrl-d' });
    started.stdin.end(typed);
    await turn();
    expect(started.sent).toEqual(sent);
  });

  it.each([
    { endOfInput: 'close-stdin', left: { kind: 'input-failed' } },
    { endOfInput: 'hang-up', left: 'SIGHUP' },
  ] as const)(
    'tells what cannot be read from what has ended, with $endOfInput',
    async ({ endOfInput, left }) => {
      const { stdin, input, sent } = start({ endOfInput });
      stdin.destroy(new Error('EIO'));
      const end = await input.left.catch((error: unknown) => error);
      expect({ end }).toMatchObject({ end: left });
      expect(sent).toEqual([]);
    },
  );

  it('knows an end that came before it began', async () => {
    const fake = anIo();
    fake.stdin.end();
    fake.stdin.resume();
    await turn();
    const { stream, sent } = aRemoteStream();
    const options = {
      endOfInput: 'close-stdin',
      detachKeys: Buffer.alloc(0),
      tell: () => undefined,
    } as const;
    sendInput(fake.io, stream, options);
    expect(sent).toEqual(['end-stdin']);
  });

  it('reads what somebody else has left paused', async () => {
    const fake = anIo();
    fake.stdin.resume();
    fake.stdin.pause();
    const { stream, sent } = aRemoteStream();
    const options = {
      endOfInput: 'close-stdin',
      detachKeys: Buffer.alloc(0),
      tell: () => undefined,
    } as const;
    sendInput(fake.io, stream, options);
    fake.stdin.write('abc');
    await turn();
    expect(sent).toEqual(['stdin abc']);
  });

  it('reads no more than the network takes', async () => {
    const { stdin, sent, setUnsent } = start();
    setUnsent(2 * 1024 * 1024);
    stdin.write('one');
    await turn();
    expect(stdin.isPaused()).toBe(true);
    stdin.write('two');
    await turn();
    expect(sent).toEqual(['stdin one']);
    setUnsent(0);
    await turn();
    expect(sent).toEqual(['stdin one', 'stdin two']);
  });

  it('neither sends nor reads once it was stopped', async () => {
    const { input, stdin, sent, setUnsent } = start();
    setUnsent(2 * 1024 * 1024);
    stdin.write('one');
    await turn();
    input.stop();
    setUnsent(0);
    stdin.write('two');
    await turn();
    expect(sent).toEqual(['stdin one']);
    expect(stdin.isPaused()).toBe(true);
  });

  it('leaves at the detach keys, which are not sent', async () => {
    const { stdin, sent, leftBy } = start({ detachKeys: Buffer.of(16, 17) });
    stdin.write(Buffer.from('abc\u0010'));
    await turn();
    stdin.write(Buffer.from('\u0011def'));
    await turn();
    expect(leftBy()).toBe('keys');
    expect(sent).toEqual(['stdin abc']);
  });

  it('sends a first detach key after all when no second one follows', async () => {
    const { stdin, sent, advance, leftBy } = start({ detachKeys: Buffer.of(16, 17) });
    stdin.write(Buffer.of(16));
    await turn();
    await advance(499);
    expect(sent).toEqual([]);
    await advance(1);
    expect(sent).toEqual(['stdin \u0010']);
    expect(leftBy()).toBeUndefined();
  });

  it.each([
    { label: 'after a while', stops: false, said: ['input-end-unsent'] },
    { label: 'not when the session was over by then', stops: true, said: [] },
  ])('says that an end cannot be told: $label', async ({ stops, said }) => {
    const started = start({ endOfInput: 'tell' });
    started.stdin.end();
    await turn();
    expect(started.said).toEqual([]);
    if (stops) started.input.stop();
    await started.advance(60_000);
    expect(started.said).toEqual(said);
  });
});
