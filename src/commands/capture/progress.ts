import { bytesText, countText } from '../../audit/results/text/count-text.ts';
import type { Limit } from '../../capture/sink/limit.ts';
import type { Connected } from '../../join/connected.ts';
import type { OpenKeeper } from '../../join/keeper/open-keeper.ts';
import { startProgress } from '../../output/say/progress.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import type { CaptureRequest } from './capture-request.ts';

/** What the user sees of a capture while it runs. */
export interface CaptureProgress {
  /**
   * A pod's capture has begun in this debug container, or has ended without one. Returns whether it was the last one to be
   * waited for.
   */
  readonly began: (keeper: OpenKeeper | undefined) => boolean;
  readonly stop: () => void;
}

/** A person reads how much there is so often. */
const EVERY_MS = 1000;

interface Followed {
  readonly request: CaptureRequest;
  readonly pods: readonly Pod[];
  readonly limit: Limit;
}

/** Says for which debug containers a capture waits, that it has begun, and on a terminal how much there is. */
export function followProgress(
  { io, notes, isQuiet }: Connected,
  { request, pods, limit }: Followed,
): CaptureProgress {
  const progress = startProgress(io, { quiet: isQuiet });
  const over = new AbortController();
  const begun: OpenKeeper[] = [];
  let left = pods.length;
  const [first] = pods;
  progress.update(
    pods.length === 1 && first !== undefined
      ? `waiting for the debug container in ${describePod(first)}`
      : `waiting for the debug containers in ${pods.length} pods`,
  );
  const isCounting = io.terminal.hasErrors && (request.place.kind === 'file' || request.opens);
  const count = async (): Promise<void> => {
    for (;;) {
      progress.update(`${countText(limit.packets(), 'packet')}, ${bytesText(limit.bytes())}`);
      await io.sleep(EVERY_MS, over.signal);
    }
  };
  const allBegan = (): void => {
    if (begun.length === 0) return;
    notes.note(`capturing ${placeText(begun, request)}; Ctrl-C ends it`);
    if (isCounting)
      count().catch(() => undefined); // ended by `stop`
    else progress.stop();
  };
  return {
    began: (keeper) => {
      left -= 1;
      if (keeper !== undefined) begun.push(keeper);
      if (left === 0) allBegan();
      return left === 0;
    },
    stop: () => {
      over.abort();
      progress.stop();
    },
  };
}

function placeText(begun: readonly OpenKeeper[], { packets }: CaptureRequest): string {
  const { networkInterface, filter } = packets;
  const [only] = begun;
  const where =
    begun.length === 1 && only !== undefined
      ? `in ${only.ref.namespace}/${only.ref.name} (debug container "${only.ref.container}")`
      : `in ${begun.length} pods`;
  const on = networkInterface === 'any' ? 'all interfaces' : `interface ${networkInterface}`;
  const what = filter.length === 0 ? '' : `, only ${filter.join(' ')}`;
  return `${where}, ${on}${what}`;
}
