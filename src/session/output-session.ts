import { isApiError } from '../cluster/api-error.ts';
import { openAttach } from '../cluster/remote-command.ts';
import { isCliError } from '../errors/cli-error.ts';
import type { ContainerRef } from '../pod/types.ts';
import { findContainerState } from '../pod/container-state.ts';
import type { ContainerEvents } from '../start/container-events.ts';
import type { StartSign } from '../start/start-wait.ts';
import { aborted } from './aborted.ts';
import { openAttachStream, type StreamEnd } from './attach-stream.ts';
import { keepAlive, startAliveClock } from './keep-alive.ts';
import { followLog } from './log-session.ts';
import { reconnectPauseMs } from './outage.ts';
import type { Outcome } from './outcome.ts';
import type { SessionContext } from './session-context.ts';
import { sortByStream, type SortedOutput } from './sorted-output.ts';

/** A container without stdin and terminal. */
export interface OutputRequest {
  readonly container: ContainerRef;
  /** Waits until the status says that the container runs. */
  readonly nextSign: (signal: AbortSignal) => Promise<StartSign>;
  /** Tell the same sooner, if they can. */
  readonly events: ContainerEvents;
}

/**
 * Shows a command that takes no input, from its first byte until it ends: by its log, which has every line, and which
 * goes on where it was after an outage. An attach listens, as early as it can be had, of which stream each line is;
 * where there is none, or it came too late, a line goes to stdout. Throws what `nextSign` throws, and `ApiError` when
 * the log may not be read.
 */
export async function outputSession(
  context: SessionContext,
  request: OutputRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  const { container, nextSign } = request;
  const over = new AbortController();
  const scope = AbortSignal.any([signal, over.signal]);
  const sorted = sortByStream(context.io, context.output, scope);
  const listening = listen(context, { ...request, sorted }, scope).catch(() => undefined); // lines are not lost by it
  try {
    await nextSign(signal);
    const followed = { container, output: sorted.output, tty: false };
    const outcome = await followLog(context, followed, signal);
    if (outcome.kind === 'detached') return outcome;
    await sorted.settled(signal);
    await context.output.flush(signal);
    return outcome;
  } finally {
    sorted.showRest();
    over.abort();
    await listening;
  }
}

/** After the end of an attach, in milliseconds. */
const STATUS_FOLLOWS_MS = 2000;

interface Listening extends Omit<OutputRequest, 'nextSign'> {
  readonly sorted: SortedOutput;
}

/** Listens until the session is over: anew after an outage, and no more once the server has refused it. */
async function listen(context: SessionContext, request: Listening, signal: AbortSignal): Promise<void> {
  const { io } = context;
  await untilStarted(context, request, signal);
  for (let attempts = 0; !signal.aborted && !hasEnded(context, request); attempts += 1) {
    try {
      const end = await listenOnce(context, request, signal);
      const isTooEarly = end?.kind === 'status' && end.status.kind === 'failure';
      // As a rule the container has ended, which its status says soon.
      if (!isTooEarly) await io.sleep(STATUS_FOLLOWS_MS, signal);
    } catch (error) {
      if (isForGood(error)) return;
    }
    await io.sleep(reconnectPauseMs(attempts + 1, io.random), signal);
  }
}

function isForGood(error: unknown): boolean {
  return isApiError(error)
    ? error.code < 500 && error.code !== 429
    : isCliError(error) && error.kind === 'upgrade-refused';
}

async function listenOnce(
  { io, cluster }: SessionContext,
  { container: ref, sorted }: Listening,
  signal: AbortSignal,
): Promise<StreamEnd | undefined> {
  const streams = { ref, stdin: false, stdout: true, stderr: true, tty: false, onlyV4: false };
  const upgraded = await openAttach(cluster, streams, signal);
  const clock = startAliveClock(io);
  sorted.opened();
  const onOutput: typeof sorted.heard = (channel, bytes) => {
    clock.heardData();
    sorted.heard(channel, bytes);
  };
  const stream = openAttachStream(upgraded, { onAlive: clock.heardAnything, onOutput });
  const over = new AbortController();
  const scope = AbortSignal.any([signal, over.signal]);
  const alive = keepAlive(io, { stream, clock }, scope);
  try {
    return (await Promise.race([stream.ended, aborted(scope)])) ?? undefined;
  } finally {
    sorted.closed();
    over.abort();
    stream.close();
    await alive;
  }
}

/** Returns at the node's Started event, or when the status says that it runs, or did. */
async function untilStarted(
  { watch }: SessionContext,
  { container, events }: Listening,
  signal: AbortSignal,
): Promise<void> {
  const over = aborted(signal);
  while (!signal.aborted) {
    const sight = watch.latest();
    if (events.latest().hasStarted || sight.kind === 'gone') return;
    if (['running', 'terminated'].includes(findContainerState(sight.pod, container.container).kind)) return;
    await Promise.race([events.changed(), watch.changed(), over]);
  }
}

function hasEnded({ watch }: SessionContext, { container }: Listening): boolean {
  const sight = watch.latest();
  return sight.kind === 'gone' || findContainerState(sight.pod, container.container).kind === 'terminated';
}
