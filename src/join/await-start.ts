import { EXIT } from '../errors/exit-codes.ts';
import { commandText } from '../errors/shell-word.ts';
import { findContainerEnd } from '../pod/containers/container-state.ts';
import { podRef } from '../pod/pod-ref.ts';
import type { ContainerEvents } from '../start/wait/container-events.ts';
import { openStartSigns } from '../start/wait/start-signs.ts';
import type { Joining } from './showing.ts';
import type { Connected } from './connected.ts';
import { waitForSigns } from './wait-for-signs.ts';

/**
 * Waits until a container runs and leaves it alone then; one that has ended by then has run, which is said. Returns our
 * exit code. Throws a `CliError` when it cannot start in time, and the reason of `signal` when that is aborted before.
 */
export async function awaitStart(
  connected: Connected,
  joining: Pick<Joining, 'pod' | 'container' | 'startTimeoutMs' | 'isRemoved'> & {
    readonly events: ContainerEvents | undefined;
  },
  signal: AbortSignal,
): Promise<number> {
  const { io, cluster, notes } = connected;
  const { pod, container, events } = joining;
  const ref = { ...podRef(pod), container: container.name };
  const signs = openStartSigns(io, cluster, { pod, containerName: container.name, events });
  try {
    await waitForSigns(connected, { ...joining, signs, ref, accepts: 'event' })(signal);
    const sight = signs.watch.latest();
    const end = sight.kind === 'present' ? findContainerEnd(sight.pod, container.name) : undefined;
    if (end !== undefined)
      notes.note(
        `debug container "${container.name}" has ended already, with exit code ${end.exitCode}; what it printed: ${commandText`kubectl logs ${ref.name} -n ${ref.namespace} -c ${container.name}`}`,
      );
    return EXIT.ok;
  } finally {
    signs.close();
  }
}
