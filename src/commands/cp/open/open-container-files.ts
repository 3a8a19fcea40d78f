import { isApiError } from '../../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../../cluster/refusals/explain-api-error.ts';
import type { Connected } from '../../../join/connected.ts';
import { openKeeper, type OpenKeeper } from '../../../join/keeper/open-keeper.ts';
import { lifeText } from '../../../pod/columns/human-duration.ts';
import { describePod } from '../../../pod/pod-ref.ts';
import type { Pod } from '../../../pod/types.ts';
import { describeTarget } from '../../../target/names/parse-target.ts';
import { withWindows } from '../../../target/objects/find-windows.ts';
import { findReadyPod } from '../../../target/workloads/find-ready-pod.ts';
import { findOnePod, type OneTarget } from '../../shared/find-one-pod.ts';
import { chooseContainer } from './choose-container.ts';
import type { KeeperFlags } from './keeper-flags.ts';

/** A container whose files can be copied, and the debug container that sees them. */
export interface ContainerFiles {
  /** As it was last seen before the debug container was opened; `keeper.watch` has the latest. */
  readonly pod: Pod;
  readonly container: string;
  readonly keeper: OpenKeeper;
}

/** Finds containers, and keeps a debug container open for each until `close`. */
export interface OpenFiles {
  /** Opens one, or returns the one that is open already. Throws as `findOnePod`, `chooseContainer` and `openKeeper`. */
  readonly open: (
    place: { readonly target: OneTarget; readonly container: string | undefined },
    signal: AbortSignal,
  ) => Promise<ContainerFiles>;
  readonly close: () => void;
}

/** Only for a call without a name, which `cp` has not. */
const WORDS = { does: 'copy from', one: 'runs', many: 'run' };

/** Makes the finder of one call; the caller closes it. */
export function openFiles(connected: Connected, flags: KeeperFlags): OpenFiles {
  const opened = new Map<string, ContainerFiles>();
  return {
    open: async ({ target, container: name }, signal) => {
      const pod = await findPodOf(connected, target, signal);
      const container = await chooseContainer(connected.io, { pod, name }, signal);
      const key = `${pod.metadata.namespace ?? ''}/${pod.metadata.name ?? ''}/${container}`;
      const earlier = opened.get(key);
      if (earlier !== undefined) return earlier;
      const files = { pod, container, keeper: await open(connected, { pod, container, flags }, signal) };
      opened.set(key, files);
      return files;
    },
    close: () => {
      for (const { keeper } of opened.values()) keeper.close();
    },
  };
}

/** A pod by its name or the beginning of it, or a ready pod of a workload, as `debug` finds it. */
async function findPodOf(connected: Connected, target: OneTarget, signal: AbortSignal): Promise<Pod> {
  if (target.kind === 'pod') {
    const search = { target, suits: () => true, words: WORDS, listing: '' };
    return findOnePod(connected, search, signal);
  }
  const pod = await findReadyPod(connected.cluster, target, signal);
  connected.notes.tell(`using ${describePod(pod)} of ${describeTarget(target)}`);
  return pod;
}

interface Wanted {
  readonly pod: Pod;
  readonly container: string;
  readonly flags: KeeperFlags;
}

async function open(
  connected: Connected,
  { pod, container, flags }: Wanted,
  signal: AbortSignal,
): Promise<OpenKeeper> {
  const { startTimeoutMs, maxLifeMs } = flags;
  const request = await withWindows(connected.cluster, { pod, request: flags.request }, signal);
  const wish = { pod, request: { ...request, target: container }, startTimeoutMs, maxLifeMs };
  try {
    const keeper = await openKeeper(connected, wish, signal);
    if (keeper.isNew)
      connected.notes.note(
        `added debug container "${keeper.ref.container}" to ${describePod(pod)}, which is kept for ${lifeText(maxLifeMs)}; the next cp ${request.reason === undefined ? '' : 'with this reason '}uses it`,
      );
    return keeper;
  } catch (error) {
    if (!isApiError(error)) throw error;
    throw explainApiError(error, { action: `add a debug container to ${describePod(pod)}` });
  }
}
