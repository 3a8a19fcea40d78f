import { createInterface } from 'node:readline';
import type { Playground } from '../../playground/playground.ts';
import { openRequest } from './api-client.ts';
import { PODS } from './start-playground.ts';

/** The fields of a line of a watch that tests read. */
export interface WatchLine {
  readonly type: string;
  readonly object: {
    readonly kind: string;
    readonly code?: number;
    readonly message?: string;
    readonly metadata: {
      readonly name?: string;
      readonly resourceVersion: string;
      readonly annotations?: Readonly<Record<string, string>>;
    };
    readonly columnDefinitions?: unknown;
    readonly rows?: readonly { readonly cells: readonly unknown[] }[];
  };
}

export interface Watching {
  readonly status: number;
  readonly lines: readonly WatchLine[];
  /** `ADDED web-1` for each line so far. */
  readonly summary: () => readonly string[];
  /** Resolves with the summary once there are `count` lines. */
  readonly until: (count: number) => Promise<readonly string[]>;
  /** How the watch ended. */
  readonly ended: Promise<'clean' | 'broken'>;
}

/** Watches the pods of `default`. */
export function openWatch(
  playground: Playground,
  query = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<Watching> {
  return openWatchAt(playground, `${PODS}?watch=1${query}`, headers);
}

/** Opens a watch by its path and query. */
export async function openWatchAt(
  playground: Playground,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Watching> {
  const response = await openRequest(playground, path, { headers });
  const lines: WatchLine[] = [];
  let waiting: (() => void)[] = [];
  const reader = createInterface({ input: response });
  reader.on('line', (line) => {
    lines.push(JSON.parse(line) as WatchLine);
    waiting.splice(0).forEach((wake) => wake());
  });
  // It repeats the errors of its input, which `ended` reports.
  reader.on('error', () => undefined);
  const ended = new Promise<'clean' | 'broken'>((resolve) => {
    response.on('end', () => resolve('clean')).on('error', () => resolve('broken'));
  });
  const summary = (): readonly string[] =>
    lines.map(({ type, object }) => `${type} ${object.metadata.name ?? object.kind}`);
  const until = async (count: number): Promise<readonly string[]> => {
    while (lines.length < count) {
      await new Promise<void>((resolve) => {
        waiting = [...waiting, resolve];
      });
    }
    return summary();
  };
  return { status: response.statusCode ?? 0, lines, summary, until, ended };
}
