import { describe, expect, it } from 'vitest';
import { aRemoteStream } from '../../../test/builders/a-remote-stream.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { judgeLiveness, keepAlive, startAliveClock } from './keep-alive.ts';

const MINUTE = 60_000;

describe('judgeLiveness', () => {
  it.each([
    { label: 'just heard', silentMs: 0, idleMs: 0, unsentBytes: 0, expected: 'fine' },
    { label: 'a minute of silence', silentMs: MINUTE, idleMs: MINUTE, unsentBytes: 0, expected: 'fine' },
    {
      label: 'more than a minute of silence',
      silentMs: MINUTE + 1,
      idleMs: 0,
      unsentBytes: 0,
      expected: 'lost',
    },
    {
      label: 'two minutes of silence while the container does not read our input',
      silentMs: 2 * MINUTE,
      idleMs: 0,
      unsentBytes: 1,
      expected: 'fine',
    },
    {
      label: 'more than three of them',
      silentMs: 3 * MINUTE + 1,
      idleMs: 0,
      unsentBytes: 1,
      expected: 'lost',
    },
    {
      label: 'a quarter of an hour with pongs only',
      silentMs: 0,
      idleMs: 15 * MINUTE + 1,
      unsentBytes: 0,
      expected: 'send-idle',
    },
  ])('says $expected after $label', ({ silentMs, idleMs, unsentBytes, expected }) => {
    const now = 1_000_000_000;
    expect(judgeLiveness(now, { lastSignOfLife: now - silentMs, lastData: now - idleMs, unsentBytes })).toBe(
      expected,
    );
  });
});

describe('keepAlive', () => {
  async function keptFor(steps: readonly number[]): Promise<readonly string[]> {
    const { io, advance } = anIo();
    const { stream, sent } = aRemoteStream();
    const over = new AbortController();
    const kept = keepAlive(io, { stream, clock: startAliveClock(io) }, over.signal);
    for (const step of steps) await advance(step);
    over.abort();
    await kept;
    return sent;
  }
  const seconds = (count: number): readonly number[] => Array.from({ length: count / 5 }, () => 5000);

  it('breaks off a stream that is silent for more than a minute', async () => {
    expect(await keptFor(seconds(60))).not.toContainEqual(expect.stringContaining('break-off'));
    expect(await keptFor(seconds(65))).toContainEqual(expect.stringContaining('break-off'));
  });

  it('does not take it for silence that this process was stopped, or its machine asleep', async () => {
    expect(await keptFor([...seconds(30), 10 * MINUTE, ...seconds(60)])).not.toContainEqual(
      expect.stringContaining('break-off'),
    );
    expect(await keptFor([10 * MINUTE, ...seconds(65)])).toContainEqual(expect.stringContaining('break-off'));
  });
});
