import { describe, expect, it } from 'vitest';
import { changedOrLater } from './changed-or-later.ts';

const never = new Promise<void>(() => undefined);
const { signal } = new AbortController();

describe('changedOrLater', () => {
  it('ends its sleep when a change comes first', async () => {
    let slept: AbortSignal | undefined;
    const sleep = (_milliseconds: number, until?: AbortSignal): Promise<void> => {
      slept = until;
      return never;
    };
    await changedOrLater({ sleep }, { changes: [never, Promise.resolve()], pauseMs: 5 }, signal);
    expect(slept?.aborted).toBe(true);
  });

  it('resolves after the pause without a change', async () => {
    const slept: number[] = [];
    const sleep = (milliseconds: number): Promise<void> => {
      slept.push(milliseconds);
      return Promise.resolve();
    };
    await changedOrLater({ sleep }, { changes: [never], pauseMs: 5 }, signal);
    expect(slept).toEqual([5]);
  });

  it('rejects as a change does', async () => {
    const changes = [Promise.reject(new Error('refused'))];
    await expect(changedOrLater({ sleep: () => never }, { changes, pauseMs: 5 }, signal)).rejects.toThrow(
      'refused',
    );
  });
});
