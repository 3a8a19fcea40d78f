import { latestPod } from '../cluster/watch/pod-watch.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { commandText } from '../errors/shell-word.ts';
import { findContainerEnd } from '../pod/containers/container-state.ts';
import { prepareToVerify } from './say/verify-target.ts';
import { isJustAdded, type SessionRequest } from './watched.ts';
import type { Io } from '../io.ts';
import type { Connected } from './connected.ts';
import { waitForSigns, type Starting } from './wait-for-signs.ts';
import { withStartSigns } from './with-start-signs.ts';

interface AwaitedContainer
  extends
    Pick<SessionRequest, 'pod' | 'container' | 'startTimeoutMs' | 'isRemoved' | 'events'>,
    Pick<Starting, 'wayBack'> {
  /** Told of a check that still goes on when the container runs, for half a second at most. */
  readonly onVerifying?: ((verifying: Promise<void>) => void) | undefined;
}

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
    const late = new AbortController();
    const verify = isJustAdded(request)
      ? prepareToVerify(connected, { pod: request.pod, ref }, AbortSignal.any([signal, late.signal]))
      : undefined;
    await waitForSigns(connected, { ...request, signs, ref, accepts: 'event' })(signal);
    const pod = latestPod(signs.watch);
    const end = pod && findContainerEnd(pod, ref.container);
    if (end === undefined && verify !== undefined) request.onVerifying?.(within(connected.io, verify, late));
    if (end !== undefined)
      connected.notes.note(
        `debug container "${ref.container}" has ended already, with exit code ${end.exitCode}; what it printed: ${commandText`kubectl logs ${ref.name} -n ${ref.namespace} -c ${ref.container}`}`,
      );
    return EXIT.ok;
  });
}

/** An exec takes a twentieth of this, but nobody waits longer for a warning. */
const VERIFIED_WITHIN_MS = 500;

async function within(io: Io, verify: () => Promise<void>, late: AbortController): Promise<void> {
  const over = new AbortController();
  io.sleep(VERIFIED_WITHIN_MS, over.signal).then(
    () => late.abort(),
    () => undefined, // verified in time
  );
  await verify();
  over.abort();
}
