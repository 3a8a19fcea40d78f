import { describe, expect, it } from 'vitest';
import { judgeLiveness } from './keep-alive.ts';

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
