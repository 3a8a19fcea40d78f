import { isInterrupted } from '../errors/interrupted.ts';
import { startProgress, type Progress } from '../output/say/progress.ts';
import { readEnvelope } from '../pod/containers/envelope.ts';
import type { ContainerFields, ContainerRef } from '../pod/types.ts';
import { keepKeys } from '../session/terminal/keep-keys.ts';
import { namePlatform } from '../start/judge/name-platform.ts';
import type { StartSigns } from '../start/wait/start-signs.ts';
import { startWait, type StartRequest, type StartSign } from '../start/wait/start-wait.ts';
import { attachCommandLine } from './end/command-lines.ts';
import type { Connected } from './connected.ts';

/** A container on its way up. */
export interface Starting extends Pick<StartRequest, 'accepts'> {
  readonly container: ContainerFields;
  readonly ref: ContainerRef;
  readonly signs: StartSigns;
  readonly startTimeoutMs: number;
  /** Whether its pod is deleted when we leave. */
  readonly isRemoved?: boolean;
  /** Whether what is typed meanwhile is for the session that comes. */
  readonly keepsKeys?: boolean;
}

/** What becomes of a container that nobody waits for any more. */
function describeLeft(container: ContainerFields, ref: ContainerRef): string {
  const what = `debug container "${ref.container}" stays in ${ref.namespace}/${ref.name}`;
  return readEnvelope(container)?.envelope.kind === 'on-line'
    ? `${what}, and ends by itself; its command does not run`
    : `${what} and may still start; into it with: ${attachCommandLine(ref)}`;
}

/** Returns what waits for the next sign of the start, and shows what is waited for meanwhile. */
export function waitForSigns(
  connected: Connected,
  joining: Starting,
): (signal: AbortSignal) => Promise<StartSign> {
  const { io, cluster, notes, isQuiet } = connected;
  const { container, ref, signs } = joining;
  let progress: Progress | undefined;
  const wait = startWait(io, signs, {
    container: ref,
    image: container.image ?? '',
    timeoutMs: joining.startTimeoutMs,
    accepts: joining.accepts,
    onTrouble: notes.warn,
    onProgress: (text) => progress?.update(`waiting for debug container "${ref.container}": ${text}`),
  });
  return async (signal) => {
    progress = startProgress(io, { quiet: isQuiet });
    const next = (): Promise<StartSign> => wait.next(signal);
    try {
      return await (joining.keepsKeys === true ? keepKeys(io, next) : next());
    } catch (error) {
      progress.stop();
      if (isInterrupted(error) && joining.isRemoved !== true) notes.warn(describeLeft(container, ref));
      const sight = signs.watch.latest();
      const node = sight.kind === 'present' ? sight.pod.spec.nodeName : undefined;
      throw await namePlatform(cluster, { error, node }, signal);
    } finally {
      progress.stop();
    }
  };
}
