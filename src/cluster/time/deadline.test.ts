import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDeadline } from './deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const WHAT = { what: 'no answer within 1 s', hint: 'wait longer' };

describe('a deadline', () => {
  it('aborts with a timeout when the time is up, and not before', () => {
    const { signal } = startDeadline(1000, WHAT);
    vi.advanceTimersByTime(999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toMatchObject({ kind: 'timeout', message: WHAT.what, hint: WHAT.hint });
  });

  it.each([Infinity, 2 ** 40])('of %d milliseconds does not end at once', (milliseconds) => {
    const { signal } = startDeadline(milliseconds, WHAT);
    vi.advanceTimersByTime(1_000_000);
    expect(signal.aborted).toBe(false);
  });

  it("aborts with the caller's reason, also if that came first", () => {
    const parent = new AbortController();
    const { signal } = startDeadline(1000, { ...WHAT, parent: parent.signal });
    parent.abort(new Error('enough'));
    expect(signal.reason).toMatchObject({ message: 'enough' });
    const late = startDeadline(1000, { ...WHAT, parent: parent.signal });
    expect(late.signal.reason).toMatchObject({ message: 'enough' });
  });

  it("follows the caller's signal after stopClock, and nothing after release", () => {
    const parent = new AbortController();
    const stopped = startDeadline(1000, { ...WHAT, parent: parent.signal });
    const released = startDeadline(1000, { ...WHAT, parent: parent.signal });
    stopped.stopClock();
    released.release();
    vi.advanceTimersByTime(5000);
    expect([stopped.signal.aborted, released.signal.aborted]).toEqual([false, false]);
    parent.abort();
    expect([stopped.signal.aborted, released.signal.aborted]).toEqual([true, false]);
  });
});
