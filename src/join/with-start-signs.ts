import { podRef } from '../pod/pod-ref.ts';
import { openStartSigns } from '../start/wait/start-signs.ts';
import type { Connected } from './connected.ts';
import type { SessionRequest, WatchedContainer } from './watched.ts';

/** Watches a container while `body` runs. Throws as `body`. */
export async function withStartSigns<T>(
  { io, cluster }: Pick<Connected, 'io' | 'cluster'>,
  { pod, container, events }: Pick<SessionRequest, 'pod' | 'container' | 'events'>,
  body: (watched: WatchedContainer) => Promise<T>,
): Promise<T> {
  const signs = openStartSigns(io, cluster, { pod, containerName: container.name, events });
  try {
    return await body({ ref: { ...podRef(pod), container: container.name }, signs });
  } finally {
    signs.close();
  }
}
