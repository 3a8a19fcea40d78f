import type { Io } from '../../io.ts';

/**
 * Resolves at the first of these changes, or after `pauseMs` milliseconds. Rejects as a change does, and with the
 * signal's reason.
 */
export async function changedOrLater(
  io: Pick<Io, 'sleep'>,
  { changes, pauseMs }: { readonly changes: readonly Promise<void>[]; readonly pauseMs: number },
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  try {
    await Promise.race([...changes, io.sleep(pauseMs, AbortSignal.any([signal, over.signal]))]);
  } finally {
    over.abort();
  }
}
