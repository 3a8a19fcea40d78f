import type { Cluster } from '../../cluster/cluster.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { isCliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import type { Io } from '../../io.ts';
import type { Pod } from '../../pod/types.ts';
import type { Piece } from '../evidence.ts';
import type { Masker } from '../mask/masker.ts';

/** What a kind of evidence that only asks the API server works with. */
export interface ApiContext {
  readonly io: Io;
  readonly cluster: Cluster;
  /** As it was when the snapshot began. */
  readonly pod: Pod;
  readonly mask: Masker;
  readonly logs: LogBounds;
  readonly signal: AbortSignal;
}

/** How much of each log is taken. */
export interface LogBounds {
  /** Lines from the end; undefined for all. */
  readonly tailLines: number | undefined;
  /** The last bytes of what is left. */
  readonly maxBytes: number;
}

/** Reads pieces of evidence, which it passes on as soon as each is there. */
export type Gather = (context: ApiContext, found: (piece: Piece) => Promise<void>) => Promise<void>;

/** Why a request brought nothing, for the list of what is missing. Throws a bug of ours on. */
export function whyNot(error: unknown): string {
  if (!isApiError(error)) {
    if (isCliError(error)) return error.message;
    throw error;
  }
  if (error.code === 403) return `you may not read it (403): ${firstLine(error.message)}`;
  if (error.code === 404) return `there is none (404): ${firstLine(error.message)}`;
  return `the API server refused it (${error.code}): ${firstLine(error.message)}`;
}

function firstLine(text: string): string {
  return errorText(text).trim().split('\n')[0] ?? '';
}

/** Reads something, or notes why that was not possible. Throws the signal's reason, and bugs of ours. */
export async function orMissing<T>(
  { signal }: ApiContext,
  read: () => Promise<T>,
  miss: (why: string) => Promise<void>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    signal.throwIfAborted();
    await miss(whyNot(error));
    return undefined;
  }
}
