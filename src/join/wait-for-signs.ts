import { isInterrupted } from '../errors/interrupted.ts';
import { startProgress, type Progress } from '../output/say/progress.ts';
import { readEnvelope } from '../pod/containers/envelope.ts';
import type { ContainerFields, ContainerRef } from '../pod/types.ts';
import { keepKeys } from '../session/terminal/keep-keys.ts';
import { namePlatform } from '../start/judge/name-platform.ts';
import { startWait, type StartRequest, type StartSign } from '../start/wait/start-wait.ts';
import { attachCommandLine } from './end/command-lines.ts';
import type { Connected } from './connected.ts';
import type { Watched } from './watched.ts';

/** A container that is starting. */
export interface Starting
  extends
    Pick<Watched, 'container' | 'ref' | 'signs' | 'startTimeoutMs' | 'isRemoved'>,
    Pick<StartRequest, 'accepts'> {
  /** Whether keys that are typed meanwhile are for the session that follows. */
  readonly keepsKeys?: boolean;
}

/** What becomes of a container when we stop waiting for it. */
function describeLeft(container: ContainerFields, ref: ContainerRef): string {
  const what = `debug container "${ref.container}" stays in ${ref.namespace}/${ref.name}`;
  return readEnvelope(container)?.envelope.kind === 'on-line'
    ? `${what}, and ends by itself; its command does not run`
    : `${what}; it may still start; to join it: ${attachCommandLine(ref)}`;
}

/** Returns a function that waits for the next sign of the start, and shows meanwhile what it waits for. */
export function waitForSigns(
  connected: Connected,
  starting: Starting,
): (signal: AbortSignal) => Promise<StartSign> {
  const { io, cluster, notes, isQuiet } = connected;
  const { container, ref, signs } = starting;
  let progress: Progress | undefined;
  const wait = startWait(io, signs, {
    container: ref,
    image: container.image ?? '',
    timeoutMs: starting.startTimeoutMs,
    accepts: starting.accepts,
    onTrouble: notes.warn,
    onProgress: (text) => progress?.update(`waiting for debug container "${ref.container}": ${text}`),
  });
  return async (signal) => {
    progress = startProgress(io, { quiet: isQuiet });
    const next = (): Promise<StartSign> => wait.next(signal);
    try {
      return await (starting.keepsKeys === true ? keepKeys(io, next) : next());
    } catch (error) {
      progress.stop();
      if (isInterrupted(error) && !starting.isRemoved) notes.warn(describeLeft(container, ref));
      const latest = signs.watch.latest();
      const node = latest.kind === 'present' ? latest.pod.spec.nodeName : undefined;
      throw await namePlatform(cluster, { error, node }, signal);
    } finally {
      progress.stop();
    }
  };
}
