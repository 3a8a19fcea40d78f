import { CliError } from '../errors/cli-error.ts';
import type { Io } from '../io.ts';

/** How long something may take, in milliseconds, and what it is. */
export interface Limit {
  readonly milliseconds: number;
  readonly what: string;
}

/** Runs `body` with a signal that is also aborted when the time is up; `timeout` is thrown then. */
export async function withTimeLimit<T>(
  io: Pick<Io, 'sleep'>,
  { milliseconds, what, signal }: Limit & { readonly signal: AbortSignal },
  body: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const late = io.sleep(milliseconds, AbortSignal.any([signal, over.signal])).then(
    () => over.abort(new CliError('timeout', `${what} took longer than ${milliseconds / 1000} s`)),
    () => undefined, // it is over, in time or because nobody wants it any more
  );
  try {
    return await body(AbortSignal.any([signal, over.signal]));
  } finally {
    over.abort();
    await late;
  }
}
