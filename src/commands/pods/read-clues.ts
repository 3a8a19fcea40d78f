import { askAtOnce } from '../shared/ask-at-once.ts';
import { apiPath } from '../../cluster/api-path.ts';
import { listPages } from '../../cluster/list/list-pages.ts';
import { openLog } from '../../cluster/api/log.ts';
import { EVENT } from '../../cluster/objects/object-shapes.ts';
import { readBeginning } from '../../cluster/formats/read-at-most.ts';
import { readContainerFacts, type ContainerFacts } from '../../pod/explain/container-facts.ts';
import { matchesFilters } from '../../pod/columns/pod-filters.ts';
import { NO_CLUES, type PodClues } from '../../pod/explain/pod-clues.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { KubernetesEvent, Pod } from '../../pod/types.ts';
import { nodeFailureOf } from '../../session/log/node-failure.ts';
import type { Listing } from './pods-targets.ts';
import { readRoom } from './read-room.ts';

/** How much of a log to read: enough to show why a program ended. */
const LINES = 5;
const MOST_BYTES = 8192;
/** After this time an explanation is given without the clue. */
const TIMEOUT_MS = 5000;
/** An earlier restart of a container that is now ready is not explained. */
const RECENT_MS = 3_600_000;

/** Pods to explain. */
interface ExplainedPods {
  readonly pods: readonly Pod[];
  /** Whether the user has named them, so that all about them is told; of a list, only what is wrong. */
  readonly areNamed: boolean;
}

/**
 * Reads what else explains the state of pods: their events, and the last log lines of containers that crashed; of named ones
 * also the memory that they have. Reads nothing for healthy pods of a list, and leaves out what cannot be read.
 */
export function readClues(listing: Listing, { pods, areNamed }: ExplainedPods): Promise<readonly PodClues[]> {
  return askAtOnce(pods, async (pod) => {
    const [clues, room] = await Promise.all([
      readCluesOf(listing, pod),
      areNamed ? readRoom(listing, pod) : undefined,
    ]);
    return { ...clues, ...(room && { room }) };
  });
}

async function readCluesOf(listing: Listing, pod: Pod): Promise<PodClues> {
  const now = listing.io.now();
  const crashed = readContainerFacts(pod).filter((each) => hasCrashed(each, now));
  if (crashed.length === 0 && !matchesFilters(pod, [{ kind: 'not-ready' }], now)) return NO_CLUES;
  const events = await orElse(listing, () => readEvents(listing, pod), []);
  const lastLines = new Map<string, readonly string[]>();
  for (const { name, state } of crashed) {
    const previous = state.kind !== 'terminated';
    const lines = await orElse(listing, () => readLastLines(listing, pod, { name, previous }), []);
    if (lines.length > 0) lastLines.set(name, lines);
  }
  return { events, lastLines };
}

function hasCrashed({ role, state, lastState, isReady }: ContainerFacts, now: Date): boolean {
  if (role === 'ephemeral') return false;
  if (state.kind === 'terminated') return state.exitCode !== 0;
  if (lastState.kind !== 'terminated') return false;
  const endedMs = lastState.finishedAt?.getTime() ?? 0;
  return !isReady || now.getTime() - endedMs < RECENT_MS;
}

async function orElse<T>({ signal }: Listing, read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read();
  } catch {
    // There is no right, no log any more or no time: explain the pod without it.
    signal.throwIfAborted();
    return otherwise;
  }
}

async function readEvents({ cluster, signal }: Listing, pod: Pod): Promise<readonly KubernetesEvent[]> {
  const { namespace } = podRef(pod);
  const path = apiPath('api', 'v1', 'namespaces', namespace, 'events');
  const selection = { fieldSelector: `involvedObject.uid=${pod.metadata.uid ?? ''}` };
  const events: KubernetesEvent[] = [];
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  for await (const { items } of listPages<KubernetesEvent>(cluster, {
    path,
    shape: EVENT,
    selection,
    signal: inTime,
  }))
    for (const item of items) events.push(item);
  return events;
}

async function readLastLines(
  { cluster, signal }: Listing,
  pod: Pod,
  { name, previous }: { readonly name: string; readonly previous: boolean },
): Promise<readonly string[]> {
  const asked = { previous, tailLines: LINES, limitBytes: MOST_BYTES, timeoutMs: TIMEOUT_MS, signal };
  const { body } = await openLog(cluster, { ...podRef(pod), container: name }, asked);
  const bytes = await readBeginning(body, MOST_BYTES);
  // If the node has removed the container, it sends an error text instead of the log.
  if (nodeFailureOf(bytes) !== undefined) return [];
  return bytes
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '');
}
