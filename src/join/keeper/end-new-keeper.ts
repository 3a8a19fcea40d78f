import { endProcess } from '../../session/scripts/end-process.ts';
import { STEP_MS } from '../../session/patience.ts';
import { toError } from '../../errors/error-text.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { Connected } from '../connected.ts';
import type { OpenKeeper } from './open-keeper.ts';

/**
 * Ends a debug container that turned out to be of no use, if this call has added it, and notes what stays: its entry in the
 * pod, or the container itself if it was there before or could not be ended. Never rejects.
 */
export async function endNewKeeper(
  { io, cluster, notes }: Connected,
  { ref, watch, isNew }: OpenKeeper,
): Promise<void> {
  const stop = commandText`kubectl-debug stop ${ref.name} -n ${ref.namespace} -c ${ref.container}`;
  const what = `debug container "${ref.container}"`;
  if (!isNew) {
    notes.note(`${what} was there before and goes on; to end it: ${stop}`);
    return;
  }
  const doomed = { kind: 'container', container: ref } as const;
  // The call may be over by now, so its own signal does not count.
  const ending = await endProcess({ io, cluster, watch }, doomed, AbortSignal.timeout(STEP_MS)).catch(
    (error: unknown) => ({ kind: 'not-ended', why: toError(error).message }) as const,
  );
  if (ending.kind === 'ended') notes.note(`${what} was ended again; its entry stays listed in the pod`);
  else notes.note(`${what} goes on: ${ending.why}; to end it: ${stop}`);
}
