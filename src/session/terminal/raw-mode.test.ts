import { describe, expect, it } from 'vitest';
import { anIo, type FakeIo } from '../../../test/builders/an-io.ts';
import { withRawMode } from './raw-mode.ts';

const aTerminal = (): FakeIo => anIo({ isTerminal: true });
const nothing = { onStop: () => undefined, onResume: () => undefined };

describe('withRawMode', () => {
  it('is raw while the body runs, and as it was afterwards', async () => {
    const { io, rawModes } = aTerminal();
    const result = await withRawMode(io, nothing, () => Promise.resolve([...rawModes]));
    expect(result).toEqual([true]);
    expect(rawModes).toEqual([true, false]);
  });

  it('is as it was when the body fails', async () => {
    const { io, rawModes } = aTerminal();
    const body = (): Promise<never> => Promise.reject(new Error('broken'));
    await expect(withRawMode(io, nothing, body)).rejects.toThrow('broken');
    expect(rawModes).toEqual([true, false]);
  });

  it('leaves a terminal raw that was raw before', async () => {
    const { io, rawModes } = aTerminal();
    io.terminal.setRawMode(true);
    await withRawMode(io, nothing, () => Promise.resolve());
    expect(io.terminal.isRaw()).toBe(true);
    expect(rawModes).not.toContain(false);
  });

  it('keeps the result of the body when the terminal is gone by then', async () => {
    const { io } = aTerminal();
    const terminal = {
      ...io.terminal,
      setRawMode: (raw: boolean) => {
        if (!raw) throw new Error('EIO');
      },
    };
    expect(await withRawMode({ ...io, terminal }, nothing, () => Promise.resolve('left'))).toBe('left');
  });

  it('gives the terminal back while we are stopped, then says that we go on', async () => {
    const fake = aTerminal();
    const events: string[] = [];
    const note = (what: string) => () => void events.push(`${what} ${String(fake.rawModes.at(-1))}`);
    const io = { ...fake.io, suspend: note('stopped') };
    const listeners = { onStop: note('tells'), onResume: note('goes on') };
    await withRawMode(io, listeners, () => {
      fake.deliver('SIGTSTP');
      fake.deliver('SIGCONT');
      return Promise.resolve();
    });
    expect(events).toEqual(['tells false', 'stopped false', 'goes on true']);
    expect(fake.deliver('SIGTSTP') || fake.deliver('SIGCONT')).toBe(false);
  });

  it('makes the terminal raw anew after a stop that nobody heard, whatever Node knows of it', async () => {
    const fake = aTerminal();
    await withRawMode(fake.io, nothing, () => {
      fake.deliver('SIGCONT');
      return Promise.resolve();
    });
    expect(fake.rawModes).toEqual([true, false, true, false]);
  });
});
