import type { PodState } from '../../cluster/watch/pod-watch.ts';
import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { Connected } from '../../join/connected.ts';
import type { OpenKeeper } from '../../join/keeper/open-keeper.ts';
import {
  describeState,
  findContainerEnd,
  type ContainerState,
} from '../../pod/containers/container-state.ts';
import { describeContainer, describePod, podRef } from '../../pod/pod-ref.ts';
import type { ContainerRef, Pod } from '../../pod/types.ts';
import { awaitContainerEnd } from '../../session/await-end.ts';
import { STEP_MS } from '../../session/patience.ts';
import type { TcpdumpEnd } from '../run/tcpdump-end.ts';
import { explainTcpdump } from './explain-tcpdump.ts';
import { hasLivedItsLife } from './keeper-life.ts';

/** How the capture in a pod ended, when it did not fail. */
export type PodEnd =
  /** We have ended it, or it has the packets that it was to have. */
  | { readonly kind: 'stopped' }
  /** The pod has ended; `why` is the predicate of a sentence. */
  | { readonly kind: 'over'; readonly why: string }
  /** Something else than its own clock has ended the debug container; the error says so. */
  | { readonly kind: 'keeper-ended'; readonly error: CliError };

/** How the capture in one debug container ended. */
export type KeeperEnd = PodEnd | { readonly kind: 'keeper-over'; readonly pod: Pod };

/** A signal to tcpdump may be the first sign that its container is ended; the status follows within about so long. */
const SEEN_WITHIN_MS = 2000;

/** Where a run of tcpdump was. */
export interface CapturePlace {
  readonly pod: Pod;
  readonly keeper: OpenKeeper;
}

interface Ended extends CapturePlace {
  readonly filter: string;
  readonly end: TcpdumpEnd;
}

/**
 * Finds out how the capture in a debug container ended; undefined if it is to be tried again. Throws an error that explains why
 * tcpdump failed, and the reason of `stop`.
 */
export async function judgeEnd(
  { io }: Connected,
  { pod, keeper, filter, end }: Ended,
  stop: AbortSignal,
): Promise<KeeperEnd | undefined> {
  const { watch, ref } = keeper;
  const error = end.kind === 'ended' ? explainTcpdump(end, { pod, keeper, filter }) : undefined;
  if (error !== undefined) throw error;
  if (end.kind === 'ended') {
    await awaitContainerEnd({ io, watch }, { ...ref, patienceMs: SEEN_WITHIN_MS }, stop);
    return judgeState(watch.latest(), keeper) ?? refuseEnded(end, pod);
  }
  const scope = AbortSignal.any([stop, AbortSignal.timeout(STEP_MS)]);
  const state = await watch.renew(scope).catch(() => watch.latest());
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
  const end = findContainerEnd(pod, ref.container);
  if (end === undefined) return undefined;
  return hasLivedItsLife(pod, ref.container) ? { kind: 'keeper-over', pod } : keeperEnded(ref, end);
}

/** Whoever ends the debug container wants the capture to end, so another one is not added. */
function keeperEnded(ref: ContainerRef, end: ContainerState): KeeperEnd {
  const message = `the capture ended with ${describeContainer(ref)}, which was stopped from outside (${describeState(end)})`;
  const hint = 'what came before is kept; capture again to go on in a new debug container';
  return { kind: 'keeper-ended', error: new CliError('container-not-running', message, { hint }) };
}
