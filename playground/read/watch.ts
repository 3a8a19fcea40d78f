import { expired, type StatusBody } from '../api/request/status-error.ts';
import type { ReadableStore } from '../store/store.ts';
import type { StoredObject } from '../store/stored-object.ts';
import { toWatchEvent, type WatchEvent } from './watch-events.ts';

/** How a watch begins and how long it lasts. */
interface WatchOptions {
  /** undefined and 0 start with the existing objects. */
  readonly fromVersion: number | undefined;
  readonly sendInitialEvents: boolean;
  readonly allowBookmarks: boolean;
  /** The server ends the watch after this time. */
  readonly timeoutMs: number;
  readonly bookmarkMs: number;
  readonly currentVersion: () => number;
}

/** Where the events of a watch go. */
interface WatchOutput<T> {
  readonly send: (event: WatchEvent<T>) => void;
  /** Tells the client on the open stream why the watch cannot go on. */
  readonly fail: (status: StatusBody) => void;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** A watch gets a last bookmark this long before its end, so that the client resumes from a fresh version. */
const LAST_BOOKMARK_MS = 2_000;

/**
 * Sends the changes of the objects that match until the timeout or until the client disconnects. A forgotten version
 * is an ERROR event with status 410 rather than a refusal, as on a real server.
 * See https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export function watch<T extends StoredObject>(
  source: { readonly store: ReadableStore<T>; readonly matches: (object: T) => boolean },
  options: WatchOptions,
  output: WatchOutput<T>,
): Promise<void> {
  const past = initialEvents(source, options);
  if (past === undefined) {
    const { fromVersion = 0 } = options;
    const oldest = source.store.oldestVersion();
    output.fail(expired(`too old resource version: ${fromVersion} (${oldest})`).body);
    return Promise.resolve();
  }
  past.forEach(output.send);
  return follow(source, options, output);
}

function initialEvents<T extends StoredObject>(
  { store, matches }: { readonly store: ReadableStore<T>; readonly matches: (object: T) => boolean },
  { fromVersion = 0, sendInitialEvents, currentVersion }: WatchOptions,
): readonly WatchEvent<T>[] | undefined {
  if (fromVersion === 0 || sendInitialEvents) {
    const added = store
      .list()
      .filter(matches)
      .map((object): WatchEvent<T> => ({ kind: 'ADDED', object }));
    if (!sendInitialEvents) return added;
    return [...added, { kind: 'BOOKMARK', version: currentVersion(), endsInitialEvents: true }];
  }
  return store.eventsAfter(fromVersion)?.flatMap((event) => toWatchEvent(event, matches) ?? []);
}

async function follow<T extends StoredObject>(
  { store, matches }: { readonly store: ReadableStore<T>; readonly matches: (object: T) => boolean },
  options: WatchOptions,
  output: WatchOutput<T>,
): Promise<void> {
  const unsubscribe = store.subscribe((event) => {
    const seen = toWatchEvent(event, matches);
    if (seen !== undefined) output.send(seen);
  });
  const timers = options.allowBookmarks ? startBookmarks(options, output) : [];
  try {
    await elapsed(options.timeoutMs, output.signal);
  } finally {
    unsubscribe();
    timers.forEach(clearTimeout);
  }
}

function startBookmarks<T>(options: WatchOptions, output: WatchOutput<T>): readonly NodeJS.Timeout[] {
  const bookmark = (): void =>
    output.send({ kind: 'BOOKMARK', version: options.currentVersion(), endsInitialEvents: false });
  const regular = setInterval(bookmark, options.bookmarkMs);
  const lastAt = options.timeoutMs - LAST_BOOKMARK_MS;
  return lastAt > 0 ? [regular, setTimeout(bookmark, lastAt)] : [regular];
}

function elapsed(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
