import { latestPod } from '../cluster/watch/pod-watch.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { commandText } from '../errors/shell-word.ts';
import { findContainerEnd } from '../pod/containers/container-state.ts';
import type { SessionRequest } from './watched.ts';
import type { Connected } from './connected.ts';
import { waitForSigns, type Starting } from './wait-for-signs.ts';
import { withStartSigns } from './with-start-signs.ts';

interface AwaitedContainer
  extends
    Pick<SessionRequest, 'pod' | 'container' | 'startTimeoutMs' | 'isRemoved' | 'events'>,
    Pick<Starting, 'wayBack'> {}

/**
 * Waits until a container runs, and leaves it alone; says so if it has ended by then. Returns our exit code. Throws a
 * `CliError` if it cannot start in time, and the reason of `signal` if that is aborted before.
 */
export async function awaitStart(
  connected: Connected,
  request: AwaitedContainer,
  signal: AbortSignal,
): Promise<number> {
  return withStartSigns(connected, request, async ({ ref, signs }) => {
    await waitForSigns(connected, { ...request, signs, ref, accepts: 'event' })(signal);
    const pod = latestPod(signs.watch);
    const end = pod && findContainerEnd(pod, ref.container);
    if (end !== undefined)
      connected.notes.note(
        `debug container "${ref.container}" has ended already, with exit code ${end.exitCode}; what it printed: ${commandText`kubectl logs ${ref.name} -n ${ref.namespace} -c ${ref.container}`}`,
      );
    return EXIT.ok;
  });
}
