import type { Io } from '../../io.ts';
import { ApiError } from '../refusals/api-error.ts';
import { backoffMs } from '../time/backoff.ts';
import type { Cluster } from '../cluster.ts';
import { startDeadline } from '../time/deadline.ts';
import { readJsonLines } from '../formats/json-lines.ts';
import { listPages, type Selection } from '../list/list-pages.ts';
import { isExpired, isPassing, pauseMs } from './watch-failure.ts';
import type { Shape } from '../objects/normalize-object.ts';
import { parseWatchLine, type WatchedObject } from './watch-line.ts';
import { makeWatchMemory, type WatchEvent, type WatchMemory } from './watch-memory.ts';

export interface WatchRequest {
  readonly path: string;
  /** Shape of one object. */
  readonly shape: Shape;
  readonly selection?: Selection;
  /** Version of the list that the caller has; without it all objects come first, as `added`. */
  readonly resourceVersion?: string | undefined;
  /** The objects of that list, so that a later list reports only changes. */
  readonly known?: readonly WatchedObject[];
  /** Objects per page of a list. */
  readonly limit?: number;
  readonly signal: AbortSignal;
}

/** How long the server keeps one watch open. */
const WATCH_SECONDS = 290;
/** How much longer we wait before we take the connection for dead. */
const GRACE_SECONDS = 30;
/** Failures in a row before the watch gives up. */
const MAX_FAILURES = 10;

/**
 * Watches objects until the caller stops. Resumes at the last version after the stream ends or breaks. If the
 * server no longer has that version (410), lists again and reports the differences, so no change is lost or
 * repeated. Throws the signal's reason, `ApiError` for a refusal, and the last error after ten failures in a row.
 * See https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export async function* watchObjects<T extends WatchedObject>(
  io: Pick<Io, 'sleep' | 'random'>,
  cluster: Cluster,
  request: WatchRequest,
): AsyncGenerator<WatchEvent<T>, void> {
  const watch: Watch<T> = {
    cluster,
    request,
    memory: makeWatchMemory<T>(request.known ?? []),
    resourceVersion: request.resourceVersion,
    failures: 0,
    idleRounds: 0,
  };
  for (;;) {
    request.signal.throwIfAborted();
    try {
      if (watch.resourceVersion === undefined) yield* relist(watch);
      yield* follow(watch);
      watch.failures = 0;
    } catch (error) {
      noteFailure(watch, error);
      await io.sleep(pauseMs(error, watch.failures, io.random), request.signal);
      continue;
    }
    if (watch.idleRounds > 0) await io.sleep(backoffMs(watch.idleRounds - 1, io.random), request.signal);
  }
}

interface Watch<T extends WatchedObject> {
  readonly cluster: Cluster;
  readonly request: WatchRequest;
  readonly memory: WatchMemory<T>;
  /** The last version received; undefined if we must list first. */
  resourceVersion: string | undefined;
  /** Failures since the last line. */
  failures: number;
  /** Streams in a row that ended without a line. */
  idleRounds: number;
}

async function* relist<T extends WatchedObject>(watch: Watch<T>): AsyncGenerator<WatchEvent<T>, void> {
  const { cluster, memory, request } = watch;
  const comparison = memory.compare();
  let start: string | undefined;
  for await (const page of listPages<T>(cluster, request)) {
    start ??= page.resourceVersion;
    yield* comparison.see(page.items);
  }
  yield* comparison.end();
  watch.resourceVersion = start;
}

async function* follow<T extends WatchedObject>(watch: Watch<T>): AsyncGenerator<WatchEvent<T>, void> {
  const { cluster, request } = watch;
  const deadline = startDeadline((WATCH_SECONDS + GRACE_SECONDS) * 1000, {
    parent: request.signal,
    what: 'the watch was silent for too long',
  });
  let lines = 0;
  try {
    const { body } = await cluster.openStream({
      method: 'GET',
      path: request.path,
      query: {
        ...request.selection,
        watch: true,
        allowWatchBookmarks: true,
        timeoutSeconds: WATCH_SECONDS,
        resourceVersion: watch.resourceVersion,
      },
      signal: deadline.signal,
      isBackground: true,
    });
    for await (const line of readJsonLines(body, `a line of the watch of ${request.path}`)) {
      lines += 1;
      yield* takeLine(watch, line);
    }
    watch.idleRounds = lines === 0 ? watch.idleRounds + 1 : 0;
  } finally {
    deadline.release();
  }
}

function takeLine<T extends WatchedObject>(watch: Watch<T>, line: unknown): readonly WatchEvent<T>[] {
  const parsed = parseWatchLine<T>(line, watch.request);
  switch (parsed?.kind) {
    case undefined:
      return [];
    case 'bookmark':
      watch.failures = 0;
      watch.resourceVersion = parsed.resourceVersion;
      return [];
    case 'error':
      throw new ApiError(
        { method: 'GET', path: watch.request.path },
        parsed.status.code ?? 500,
        parsed.status,
      );
    case 'change': {
      watch.failures = 0;
      const event = watch.memory.note(parsed.type, parsed.object);
      watch.resourceVersion = parsed.object.metadata.resourceVersion;
      return event === undefined ? [] : [event];
    }
  }
}

/** Rethrows errors that no retry can fix. */
function noteFailure<T extends WatchedObject>(watch: Watch<T>, error: unknown): void {
  watch.request.signal.throwIfAborted();
  watch.failures += 1;
  if (isExpired(error)) watch.resourceVersion = undefined;
  else if (!isPassing(error)) throw error;
  if (watch.failures > MAX_FAILURES) throw error;
}
