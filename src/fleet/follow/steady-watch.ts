import type { Cluster } from '../../cluster/cluster.ts';
import { watchObjects, type WatchRequest } from '../../cluster/watch/watch.ts';
import { isPassing } from '../../cluster/watch/watch-failure.ts';
import type { WatchedObject } from '../../cluster/watch/watch-line.ts';
import type { WatchEvent } from '../../cluster/watch/watch-memory.ts';
import type { Io } from '../../io.ts';
import type { Renewal } from './renewal.ts';

interface SteadyRequest extends Omit<WatchRequest, 'resourceVersion'> {
  readonly renewal: Renewal;
}

/**
 * Watches objects, all of them first, and never gives up while the cluster does not answer: the run goes on there meanwhile. No
 * object comes twice in the same state. Throws the reason of the signal, and `ApiError` for a refusal.
 */
export async function* watchSteadily<T extends WatchedObject>(
  io: Pick<Io, 'sleep' | 'random'>,
  cluster: Cluster,
  { renewal, signal, ...request }: SteadyRequest,
): AsyncGenerator<WatchEvent<T>, void> {
  const known = new Map((request.known ?? []).map((object) => [object.metadata.name, briefOf(object)]));
  for (;;) {
    const scope = AbortSignal.any([signal, renewal.signal()]);
    try {
      const watched = { ...request, known: [...known.values()], signal: scope };
      for await (const event of watchObjects<T>(io, cluster, watched)) {
        const { object, type } = event;
        if (type === 'deleted') known.delete(object.metadata.name);
        else known.set(object.metadata.name, briefOf(object));
        yield event;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!scope.aborted && !isPassing(error)) throw error;
    }
  }
}

/** The outputs of pods would fill the memory. */
function briefOf({ metadata }: WatchedObject): WatchedObject {
  const { name, namespace, uid, resourceVersion } = metadata;
  return {
    metadata: {
      ...(name !== undefined && { name }),
      ...(namespace !== undefined && { namespace }),
      ...(uid !== undefined && { uid }),
      ...(resourceVersion !== undefined && { resourceVersion }),
    },
  };
}
