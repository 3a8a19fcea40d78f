import { describe, expect, it } from 'vitest';
import { anIo, type FakeIo } from '../../test/builders/an-io.ts';
import { withRawMode } from './raw-mode.ts';

const aTerminal = (): FakeIo => anIo({ isTerminal: true });
const nothing = (): void => undefined;

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
    const io = { ...fake.io, suspend: () => void events.push(`stopped ${String(fake.rawModes.at(-1))}`) };
    await withRawMode(
      io,
      () => events.push(`goes on ${String(fake.rawModes.at(-1))}`),
      () => {
        fake.deliver('SIGTSTP');
        return Promise.resolve();
      },
    );
    expect(events).toEqual(['stopped false', 'goes on true']);
    expect(fake.deliver('SIGTSTP')).toBe(false);
  });
});
