import { setTimeout } from 'node:timers/promises';

/** Waits without keeping the process alive; rejects with an AbortError when `signal` is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal, ref: false });
}

/** Rejects with an AbortError when `signal` is aborted, and never resolves. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = (): void => reject(new DOMException('aborted', 'AbortError'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
  });
}

/** Settles when `task` does; ignores its failure once `signal` is aborted. */
export async function ignoreAbort(task: Promise<unknown>, signal: AbortSignal): Promise<void> {
  try {
    await task;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
