import { isApiError } from '../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import type { PodState } from '../../cluster/watch/pod-watch.ts';
import { CliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { Connected } from '../../join/connected.ts';
import { endNewKeeper } from '../../join/keeper/end-new-keeper.ts';
import type { OpenKeeper } from '../../join/keeper/open-keeper.ts';
import { humanDuration } from '../../pod/columns/human-duration.ts';
import { findContainerEnd } from '../../pod/containers/container-state.ts';
import { describeContainer, describePod, podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { finalReason, MENDED_MS, reconnectPauseMs } from '../../session/mend/outage.ts';
import { GIVE_UP_MS, STEP_MS } from '../../session/patience.ts';
import { filterText } from '../own/filter-text.ts';
import { describeOwnPorts, findOwnPorts } from '../own/own-ports.ts';
import type { PodSink } from '../sink/packet-sink.ts';
import { explainTcpdump, lacksTcpdump } from './explain-tcpdump.ts';
import type { Gate } from './gate.ts';
import { openCaptureKeeper, type CaptureContainer } from './open-capture-keeper.ts';
import type { runTcpdump } from '../run/run-tcpdump.ts';
import type { TcpdumpEnd } from '../run/tcpdump-end.ts';
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
  readonly gate: Gate;
  readonly run: typeof runTcpdump;
  readonly sink: PodSink;
  /** tcpdump has begun to capture in the pod. */
  readonly onBegin: (keeper: OpenKeeper) => void;
}

/** How the capture in a pod ended, when it did not fail. */
export type PodEnd =
  /** We have ended it, or it has the packets that it was to have. */
  | { readonly kind: 'stopped' }
  /** The pod has ended; `why` is the predicate of a sentence. */
  | { readonly kind: 'over'; readonly why: string };

type KeeperEnd = PodEnd | { readonly kind: 'keeper-over'; readonly pod: Pod };

/**
 * Captures in a pod until `stop` is aborted or the pod ends. A connection that is lost and a debug container whose life is over
 * are replaced, which is said. Throws as `openCaptureKeeper`, what the sink throws, `connection-lost`, and an error that
 * explains why tcpdump failed. Once `stop` is aborted it returns instead.
 */
export async function capturePod(capturing: Capturing, pod: Pod, stop: AbortSignal): Promise<PodEnd> {
  const { connected, container, gate } = capturing;
  let latest = pod;
  try {
    for (;;) {
      stop.throwIfAborted();
      const keeper = await gate(() => openCaptureKeeper(connected, { ...container, pod: latest }, stop));
      const end = await captureIn(capturing, { pod: latest, keeper }, stop)
        .catch((error: unknown) => {
          throw explained(error, keeper);
        })
        .finally(keeper.close);
      if (end.kind !== 'keeper-over') return end;
      connected.notes.note(
        `debug container "${keeper.ref.container}" has ended: going on in another one; some packets may be missing`,
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

interface Place {
  readonly pod: Pod;
  readonly keeper: OpenKeeper;
}

async function captureIn(capturing: Capturing, place: Place, stop: AbortSignal): Promise<KeeperEnd> {
  const { connected, packets, isText, packetsLeft, run, sink, onBegin } = capturing;
  const { keeper, pod } = place;
  const own = await findOwnPorts(connected, { pod, container: keeper.ref }, stop);
  if (own.length > 0)
    connected.notes.note(
      `the pod has the network of its node: left out are the packets of this capture itself, ${describeOwnPorts(own)}`,
    );
  const outage = followOutage(capturing, pod);
  const filter = filterText(
    packets.filter,
    own.map(({ port }) => port),
  );
  for (;;) {
    sink.begin(filter);
    const words = tcpdumpWords({ ...packets, isText, packets: packetsLeft(), filterText: filter });
    const onListening = (): void => {
      outage.isOver();
      onBegin(keeper);
    };
    const onOutput: PodSink['take'] = (bytes) => {
      onListening();
      return sink.take(bytes);
    };
    const end = await runOnce(() => run(connected, { keeper, words, onListening, onOutput }, stop));
    if (end.counts !== undefined) sink.count(end.counts);
    if (lacksTcpdump(end)) await endNewKeeper(connected, keeper);
    if (stop.aborted || packetsLeft() === 0) return stopped(connected, end);
    const judged = await judge({ ...place, end }, stop);
    if (judged !== undefined) return judged;
    await outage.pause(end, stop);
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

interface Ended extends Place {
  readonly end: TcpdumpEnd;
}

/** How the capture in this debug container ended; undefined if it is to be tried again. */
async function judge({ pod, keeper, end }: Ended, stop: AbortSignal): Promise<KeeperEnd | undefined> {
  const error = end.kind === 'ended' ? explainTcpdump(end, { pod, keeper }) : undefined;
  if (error !== undefined) throw error;
  // The script has told of its end, so that its container runs.
  if (end.kind === 'ended') return judgeState(keeper.watch.latest(), keeper) ?? refuseEnded(end, pod);
  const scope = AbortSignal.any([stop, AbortSignal.timeout(STEP_MS)]);
  const state = await keeper.watch.renew(scope).catch(() => keeper.watch.latest());
  stop.throwIfAborted();
  return judgeState(state, keeper);
}

function refuseEnded({ exitCode, said }: Extract<TcpdumpEnd, { kind: 'ended' }>, pod: Pod): never {
  const why = said === '' ? '' : `: ${said}`;
  const { namespace, name } = podRef(pod);
  throw new CliError(
    'output-incomplete',
    `tcpdump was ended in ${describePod(pod)} by somebody else (exit code ${exitCode})${why}`,
    {
      hint: commandText`the limits of the pod may be why: kubectl-debug pods ${name} -n ${namespace} --explain`,
    },
  );
}

function judgeState(state: PodState, { ref }: OpenKeeper): KeeperEnd | undefined {
  if (state.kind === 'gone') return { kind: 'over', why: 'was deleted' };
  const { pod } = state;
  if (pod.metadata.deletionTimestamp != null) return { kind: 'over', why: 'is being deleted' };
  const { phase } = pod.status ?? {};
  if (phase === 'Succeeded' || phase === 'Failed') return { kind: 'over', why: 'has ended' };
  return findContainerEnd(pod, ref.container) === undefined ? undefined : { kind: 'keeper-over', pod };
}

/** Says how long packets may be missing, and gives up when nothing has come for too long. */
function followOutage({ connected }: Capturing, pod: Pod) {
  const { io, notes } = connected;
  let sinceMs: number | undefined;
  let attempt = 0;
  let mendedMs = -Infinity;
  return {
    isOver: (): void => {
      if (sinceMs === undefined) return;
      mendedMs = io.now().getTime();
      const seconds = Math.max(1, Math.ceil((io.now().getTime() - sinceMs) / 1000));
      notes.warn(`the connection was lost: some packets may be missing for ${humanDuration(seconds * 1000)}`);
      sinceMs = undefined;
    },
    pause: async (end: TcpdumpEnd, stop: AbortSignal): Promise<void> => {
      const nowMs = io.now().getTime();
      // A server that cuts every connection at once is not asked without a pause.
      if (sinceMs === undefined && nowMs - mendedMs > MENDED_MS) attempt = 0;
      sinceMs ??= nowMs;
      const reason = end.kind === 'ended' ? '' : end.reason;
      if (nowMs - sinceMs > GIVE_UP_MS)
        throw new CliError(
          'connection-lost',
          `the capture in ${describePod(pod)} was lost: ${reason}, and no new connection succeeded within two minutes`,
          { hint: 'what came before is kept; capture again when the server answers' },
        );
      await io.sleep(reconnectPauseMs(attempt, io.random), stop);
      attempt += 1;
    },
  };
}
