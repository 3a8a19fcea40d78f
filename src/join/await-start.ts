import { EXIT } from '../errors/exit-codes.ts';
import { commandText } from '../errors/shell-word.ts';
import { findContainerEnd } from '../pod/containers/container-state.ts';
import { podRef } from '../pod/pod-ref.ts';
import { openStartSigns } from '../start/wait/start-signs.ts';
import type { SessionRequest } from './watched.ts';
import type { Connected } from './connected.ts';
import { waitForSigns } from './wait-for-signs.ts';

/**
 * Waits until a container runs, and leaves it alone; says so if it has ended by then. Returns our exit code. Throws a
 * `CliError` if it cannot start in time, and the reason of `signal` if that is aborted before.
 */
export async function awaitStart(
  connected: Connected,
  request: Pick<SessionRequest, 'pod' | 'container' | 'startTimeoutMs' | 'isRemoved' | 'events'>,
  signal: AbortSignal,
): Promise<number> {
  const { io, cluster, notes } = connected;
  const { pod, container, events } = request;
  const ref = { ...podRef(pod), container: container.name };
  const signs = openStartSigns(io, cluster, { pod, containerName: container.name, events });
  try {
    await waitForSigns(connected, { ...request, signs, ref, accepts: 'event' })(signal);
    const latest = signs.watch.latest();
    const end = latest.kind === 'present' ? findContainerEnd(latest.pod, container.name) : undefined;
    if (end !== undefined)
      notes.note(
        `debug container "${container.name}" has ended already, with exit code ${end.exitCode}; what it printed: ${commandText`kubectl logs ${ref.name} -n ${ref.namespace} -c ${container.name}`}`,
      );
    return EXIT.ok;
  } finally {
    signs.close();
  }
}
