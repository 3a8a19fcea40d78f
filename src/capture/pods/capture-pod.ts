import { isApiError } from '../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import type { Slots } from '../../cluster/time/slots.ts';
import { errorText } from '../../errors/error-text.ts';
import type { Connected } from '../../join/connected.ts';
import { endNewKeeper } from '../../join/keeper/end-new-keeper.ts';
import type { OpenKeeper } from '../../join/keeper/open-keeper.ts';
import { describeContainer } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { finalReason } from '../../session/mend/outage.ts';
import { filterText } from '../own/filter-text.ts';
import { describeOwnPorts, findOwnPorts } from '../own/own-ports.ts';
import { runTcpdump } from '../run/run-tcpdump.ts';
import type { TcpdumpEnd } from '../run/tcpdump-end.ts';
import type { PodSink } from '../sink/packet-sink.ts';
import { lacksTcpdump } from './explain-tcpdump.ts';
import { followOutages } from './follow-outages.ts';
import { judgeEnd, type CapturePlace, type KeeperEnd, type PodEnd } from './judge-end.ts';
import { openCaptureKeeper, type CaptureContainer } from './open-capture-keeper.ts';
import { tcpdumpWords, type PacketWish } from './tcpdump-words.ts';

/** What a capture needs in each of its pods. */
export interface Capturing {
  /** Its notes name the pod if there are several. */
  readonly connected: Connected;
  readonly container: CaptureContainer;
  readonly packets: PacketWish;
  readonly isText: boolean;
  /** How many more packets are wanted; undefined for no end. */
  readonly packetsLeft: () => number | undefined;
  /** Limits how many debug containers start at the same time. */
  readonly starts: Slots;
  readonly sink: PodSink;
  /** tcpdump has begun to capture in the pod. */
  readonly onBegin: (keeper: OpenKeeper) => void;
}

/**
 * Captures in a pod until `stop` is aborted, or the pod or its debug container ends. A connection that is lost and a debug
 * container whose life is over are replaced, which is said. Throws as `openCaptureKeeper`, what the sink throws,
 * `connection-lost`, and an error that explains why tcpdump failed. Once `stop` is aborted it returns instead.
 */
export async function capturePod(capturing: Capturing, pod: Pod, stop: AbortSignal): Promise<PodEnd> {
  const { connected, container, starts } = capturing;
  let latest = pod;
  try {
    for (;;) {
      stop.throwIfAborted();
      const give = await starts.take(stop);
      const keeper = await openCaptureKeeper(connected, { ...container, pod: latest }, stop).finally(give);
      const end = await captureIn(capturing, { pod: latest, keeper }, stop)
        .catch((error: unknown) => {
          throw explained(error, keeper);
        })
        .finally(keeper.close);
      if (end.kind !== 'keeper-over') return end;
      connected.notes.note(
        `debug container "${keeper.ref.container}" has reached the end of its life: going on in another one; some packets may be missing`,
      );
      latest = end.pod;
    }
  } catch (error) {
    if (stop.aborted && error === stop.reason) return { kind: 'stopped' };
    throw error;
  }
}

function explained(error: unknown, { ref }: OpenKeeper): unknown {
  return isApiError(error)
    ? explainApiError(error, { action: `run tcpdump in ${describeContainer(ref)}` })
    : error;
}

async function captureIn(capturing: Capturing, place: CapturePlace, stop: AbortSignal): Promise<KeeperEnd> {
  const { connected, packets, isText, packetsLeft, sink, onBegin } = capturing;
  const { keeper, pod } = place;
  const own = await findOwnPorts(connected, { pod, container: keeper.ref }, stop);
  if (own.length > 0)
    connected.notes.note(
      `the pod has the network of its node: left out are the packets of this capture itself, ${describeOwnPorts(own)}`,
    );
  const outages = followOutages(connected, pod);
  const filter = filterText(
    packets.filter,
    own.map(({ port }) => port),
  );
  for (;;) {
    sink.begin(filter);
    const words = tcpdumpWords({ ...packets, isText, packets: packetsLeft(), filterText: filter });
    const onListening = (): void => {
      outages.isOver();
      onBegin(keeper);
    };
    const onOutput: PodSink['take'] = (bytes) => {
      onListening();
      return sink.take(bytes);
    };
    const end = await runOnce(() => runTcpdump(connected, { keeper, words, onListening, onOutput }, stop));
    if (end.counts !== undefined) sink.count(end.counts);
    if (lacksTcpdump(end)) await endNewKeeper(connected, keeper);
    if (stop.aborted || packetsLeft() === 0) return stopped(connected, end);
    const judged = await judgeEnd(connected, { ...place, end, filter }, stop);
    if (judged !== undefined) return judged;
    await outages.pause(end.kind === 'lost' ? end.reason : '', stop);
  }
}

function stopped({ notes }: Connected, end: TcpdumpEnd): PodEnd {
  if (end.kind === 'lost') notes.note(`tcpdump ends by itself within 20 s: ${end.reason}`);
  return { kind: 'stopped' };
}

/** A request that fails while the server restarts is a lost connection too. */
async function runOnce(run: () => Promise<TcpdumpEnd>): Promise<TcpdumpEnd> {
  try {
    return await run();
  } catch (error) {
    if (finalReason(error) !== undefined || isOfSink(error)) throw error;
    return { kind: 'lost', reason: errorText(error), counts: undefined, bytes: 0 };
  }
}

function isOfSink(error: unknown): boolean {
  return (
    error instanceof Error && 'kind' in error && error.kind !== 'unreachable' && error.kind !== 'timeout'
  );
}
