import type { Cluster } from '../cluster/cluster.ts';
import { latestPod, type PodWatch } from '../cluster/watch/pod-watch.ts';
import { isInterrupted } from '../errors/interrupted.ts';
import { startProgress, type Progress } from '../output/say/progress.ts';
import { readEnvelope } from '../pod/containers/envelope.ts';
import { keepKeys } from '../session/terminal/keep-keys.ts';
import { nameCredentials } from '../start/judge/name-credentials.ts';
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
  /** The command line that joins the container; the one that attaches if undefined. */
  readonly wayBack?: string | undefined;
}

/** What becomes of a container when we stop waiting for it. */
function describeLeft({ container, ref, wayBack = attachCommandLine(ref) }: Starting): string {
  const what = `debug container "${ref.container}" stays in ${ref.namespace}/${ref.name}`;
  return readEnvelope(container)?.envelope.kind === 'on-line'
    ? `${what}, and ends by itself; its command does not run`
    : `${what}; it may still start; to join it: ${wayBack}`;
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
      if (isInterrupted(error) && !starting.isRemoved) notes.warn(describeLeft(starting));
      throw await explainStartError(cluster, { error, watch: signs.watch, container }, signal);
    } finally {
      progress.stop();
    }
  };
}

/** Adds to an error what only another reading of the cluster tells: the platform of the node, or the pull secrets. */
async function explainStartError(
  cluster: Cluster,
  {
    error,
    watch,
    container,
  }: { readonly error: unknown; readonly watch: PodWatch } & Pick<Starting, 'container'>,
  signal: AbortSignal,
): Promise<unknown> {
  const failed = await nameNodePlatform(cluster, { error, watch }, signal);
  return nameCredentials(cluster, { error: failed, pod: latestPod(watch), container }, signal);
}

/** Adds the platform of the pod's node to an error that it may explain. */
export function nameNodePlatform(
  cluster: Cluster,
  { error, watch }: { readonly error: unknown; readonly watch: PodWatch },
  signal: AbortSignal,
): Promise<unknown> {
  return namePlatform(cluster, { error, node: latestPod(watch)?.spec.nodeName }, signal);
}
