import { describe, expect, it } from 'vitest';
import { anIo, type FakeIo } from '../../../test/builders/an-io.ts';
import { keepKeys } from './keep-keys.ts';

const aTerminal = (): FakeIo => anIo({ isTerminal: true });
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Waits while this is typed, and returns what the next reader gets. */
async function typeAhead(fake: FakeIo, ...chunks: readonly string[]): Promise<string> {
  await keepKeys(fake.io, async () => {
    for (const chunk of chunks) fake.stdin.write(chunk);
    await settle();
  });
  let text = '';
  fake.stdin.on('data', (chunk: Buffer) => (text += chunk.toString()));
  fake.stdin.resume();
  await settle();
  return text;
}

describe('keepKeys', () => {
  it('hands what was typed to the next reader, once and in order', async () => {
    expect(await typeAhead(aTerminal(), 'ls\r', 'exit 3\r')).toBe('ls\rexit 3\r');
  });

  it('hides keys during the wait only', async () => {
    const { io, hiddenKeys } = aTerminal();
    expect(await keepKeys(io, () => Promise.resolve([...hiddenKeys]))).toEqual([true]);
    expect(hiddenKeys).toEqual([true, false]);
  });

  it('shows them again when the wait fails, and what was typed is not lost', async () => {
    const fake = aTerminal();
    const wait = async (): Promise<never> => {
      fake.stdin.write('typed');
      await settle();
      throw new Error('no start');
    };
    await expect(keepKeys(fake.io, wait)).rejects.toThrow('no start');
    expect(fake.hiddenKeys).toEqual([true, false]);
    expect(String(fake.stdin.read())).toBe('typed');
  });

  it('interrupts at Ctrl-C, which drops what was typed before', async () => {
    const fake = aTerminal();
    let interrupts = 0;
    fake.io.onSignal('SIGINT', () => (interrupts += 1));
    expect(await typeAhead(fake, 'rm -r', ' /\x03ls\r')).toBe('ls\r');
    expect(interrupts).toBe(1);
  });

  it('stops at Ctrl-Z with keys as they were, and hides them again afterwards', async () => {
    const fake = aTerminal();
    let whenStopped: readonly boolean[] = [];
    const io = { ...fake.io, suspend: () => void (whenStopped = [...fake.hiddenKeys]) };
    await typeAhead({ ...fake, io }, '\x1a');
    expect(whenStopped).toEqual([true, false]);
    await keepKeys(io, () => {
      fake.deliver('SIGCONT');
      expect(fake.hiddenKeys.at(-1)).toBe(true);
      return Promise.resolve();
    });
    expect(fake.hiddenKeys.at(-1)).toBe(false);
  });
});
