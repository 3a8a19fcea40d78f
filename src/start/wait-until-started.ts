import type { Cluster } from '../cluster/cluster.ts';
import { watchContainerEvents } from '../cluster/watch-events.ts';
import { CliError } from '../errors/cli-error.ts';
import type { Io } from '../io.ts';
import type { ContainerRef } from '../pod/types.ts';
import { makeChange } from './change.ts';
import {
  continueHistory,
  judgePull,
  judgeWaiting,
  NO_HISTORY,
  readStart,
  type StartVerdict,
} from './judge-start.ts';
import type { PodWatch } from './pod-watch.ts';

/** A container that runs, or one that had ended before anybody could look. */
export interface Started {
  readonly kind: 'running' | 'ended';
}

export interface StartRequest {
  readonly container: ContainerRef;
  readonly podUid: string;
  readonly image: string;
  readonly timeoutMs: number;
  /** Whether a Started event is enough: the status, and with it the log, comes up to a second later. */
  readonly acceptsEvent: boolean;
  /** Told what is being waited for, whenever that changes; the text is the cluster's and not printable yet. */
  readonly onProgress: (text: string) => void;
}

interface Waiting {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly watch: PodWatch;
}

/** How the kubelet begins the message of an event about a pull that failed. */
const PULL_FAILED = 'Failed to pull image';

/** How often patience is judged anew while nothing changes, in milliseconds. */
const LOOK_AGAIN_MS = 1000;

/**
 * Waits until the container runs or has ended. Throws a `CliError` that names the cause when it cannot start, when
 * the pod goes away, and (`timeout`, `not-picked-up`) when `timeoutMs` are over; throws the signal's reason when it
 * is aborted.
 */
export async function waitUntilStarted(
  { io, cluster, watch }: Waiting,
  request: StartRequest,
  signal: AbortSignal,
): Promise<Started> {
  const over = new AbortController();
  const scope = AbortSignal.any([signal, over.signal]);
  const events = followEvents({ io, cluster, watch }, request, scope);
  const deadlineMs = io.now().getTime() + request.timeoutMs;
  let history = NO_HISTORY;
  try {
    for (;;) {
      const verdict = readStart(watch.latest(), request.container);
      if (verdict.kind === 'running' || verdict.kind === 'ended') return verdict;
      if (verdict.kind === 'failed') throw verdict.error;
      if (events.hasStarted() && request.acceptsEvent) return { kind: 'running' };
      const nowMs = io.now().getTime();
      history = continueHistory(history, verdict, nowMs);
      const container = { ...request.container, image: request.image };
      const failure =
        judgeWaiting(verdict, container, { ...history, nowMs }) ??
        judgePull(events.lastPullFailure(), container);
      if (failure !== undefined) throw failure;
      if (nowMs >= deadlineMs) throw timeoutError(verdict, request);
      request.onProgress(describe(verdict, events.lastMessage()));
      const pauseMs = Math.min(LOOK_AGAIN_MS, deadlineMs - nowMs);
      await changedOrLater(io, { changes: [watch.changed(), events.changed()], pauseMs }, scope);
    }
  } finally {
    over.abort();
  }
}

async function changedOrLater(
  io: Io,
  { changes, pauseMs }: { readonly changes: readonly Promise<void>[]; readonly pauseMs: number },
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  try {
    await Promise.race([...changes, io.sleep(pauseMs, AbortSignal.any([signal, over.signal]))]);
  } finally {
    over.abort();
  }
}

interface EventFollower {
  readonly hasStarted: () => boolean;
  readonly lastMessage: () => string;
  /** The message of the last pull that failed; empty when there was none. */
  readonly lastPullFailure: () => string;
  readonly changed: () => Promise<void>;
}

/** Events are a hint, never a condition: the kubelet drops them after 25 a pod, and reading them may be forbidden. */
function followEvents({ io, cluster }: Waiting, request: StartRequest, signal: AbortSignal): EventFollower {
  let hasStarted = false;
  let lastMessage = '';
  let lastPullFailure = '';
  const change = makeChange();
  const follow = async (): Promise<void> => {
    const { container, podUid } = request;
    for await (const event of watchContainerEvents(io, cluster, { container, podUid, signal })) {
      hasStarted ||= event.reason === 'Started';
      lastMessage = event.message ?? '';
      // The same reason stands for a container that cannot be started, which the status explains better.
      if (event.reason === 'Failed' && lastMessage.startsWith(PULL_FAILED)) lastPullFailure = lastMessage;
      change.tell();
    }
  };
  follow().catch(() => undefined);
  return {
    hasStarted: () => hasStarted,
    lastMessage: () => lastMessage,
    lastPullFailure: () => lastPullFailure,
    changed: change.next,
  };
}

function describe(verdict: Extract<StartVerdict, { kind: 'waiting' }>, lastEvent: string): string {
  if (verdict.reason === '') return 'the node has not picked the container up yet';
  if (verdict.message !== '') return `${verdict.reason}: ${verdict.message}`;
  return lastEvent === '' ? verdict.reason : `${verdict.reason}: ${lastEvent}`;
}

function timeoutError(verdict: Extract<StartVerdict, { kind: 'waiting' }>, request: StartRequest): CliError {
  const { container, namespace, name } = request.container;
  const seconds = Math.round(request.timeoutMs / 1000);
  const what = `debug container "${container}" in ${namespace}/${name} did not start within ${seconds} s`;
  if (verdict.reason === '')
    return new CliError('not-picked-up', `${what}: its node never picked it up`, {
      hint: `look whether the node is ready: kubectl get pod ${name} -n ${namespace} -o wide`,
    });
  const why = verdict.message === '' ? verdict.reason : `${verdict.reason}: ${verdict.message}`;
  return new CliError('timeout', `${what}: ${why}`, {
    hint: 'check --image, or give it more time with --timeout',
  });
}
