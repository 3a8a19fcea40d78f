import { CliError } from '../errors/cli-error.ts';
import type { Io } from '../io.ts';

/** How long a step may take, in milliseconds, and its name for the error. */
export interface Limit {
  readonly milliseconds: number;
  readonly what: string;
}

/** Runs `body` with a signal that is also aborted when the time is up. Throws `timeout` then. */
export async function withTimeLimit<T>(
  io: Pick<Io, 'sleep'>,
  { milliseconds, what, signal }: Limit & { readonly signal: AbortSignal },
  body: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const late = io.sleep(milliseconds, AbortSignal.any([signal, over.signal])).then(
    () => over.abort(new CliError('timeout', `${what} took longer than ${milliseconds / 1000} s`)),
    () => undefined, // it has ended in time, or was aborted
  );
  try {
    return await body(AbortSignal.any([signal, over.signal]));
  } finally {
    over.abort();
    await late;
  }
}
