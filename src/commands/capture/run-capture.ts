import { capturePod, type Capturing } from '../../capture/pods/capture-pod.ts';
import type { PodEnd } from '../../capture/pods/judge-end.ts';
import { makeLimit, type Limit } from '../../capture/sink/limit.ts';
import { makeLinesSink } from '../../capture/sink/lines-sink.ts';
import type { CaptureSink } from '../../capture/sink/packet-sink.ts';
import { makePcapngSink } from '../../capture/sink/pcapng-sink.ts';
import { makeSlots, type Slots } from '../../cluster/time/slots.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import type { ErrorKind } from '../../errors/error-kinds.ts';
import { CHECK_EXIT, exitCodeOfInterrupt } from '../../errors/exit-codes.ts';
import { isInterrupted } from '../../errors/interrupted.ts';
import type { Connected } from '../../join/connected.ts';
import type { OpenKeeper } from '../../join/keeper/open-keeper.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { notesOfPod, sayFailure } from '../shared/one-of-many.ts';
import { makeCaptureEnd, type CaptureEnd } from './capture-end.ts';
import type { CaptureRequest } from './capture-request.ts';
import { openPlace, type OpenPlace } from './open-place.ts';
import { followProgress, type CaptureProgress } from './progress.ts';
import { countRuns, type CountedSink } from './count-runs.ts';
import { dropWarnings, summaryLines, withoutFilterText } from './summary.ts';

/** A capture to run. */
export interface CaptureCall {
  readonly request: CaptureRequest;
  /** At least one. */
  readonly pods: readonly Pod[];
  /** Wireshark, if it is to show the packets. */
  readonly program: string | undefined;
}

/** How many debug containers start at the same time. */
const STARTS_AT_ONCE = 8;

/** An error of these kinds concerns all pods, and would be the same in each. */
const OF_ALL: readonly ErrorKind[] = [
  'filter-invalid',
  'output-failed',
  'command-not-found',
  'command-not-executable',
];

/** The capture of all pods while it runs. */
interface Running extends CaptureCall {
  readonly connected: Connected;
  readonly end: CaptureEnd;
  readonly limit: Limit;
  readonly place: OpenPlace;
  readonly sink: CaptureSink;
  readonly progress: CaptureProgress;
}

/**
 * Captures in all pods at the same time, and says at the end how much it was. One pod that fails does not end the others.
 * Returns the exit code. Throws `output-failed`, the error of the only pod, and one that concerns all pods.
 */
export async function runCapture(
  connected: Connected,
  call: CaptureCall,
  signal: AbortSignal,
): Promise<number> {
  const { request } = call;
  const end = makeCaptureEnd(connected.io, signal);
  const limit = makeLimit(request.bounds, () => end.stop(limit.reached() ?? 'asked'));
  const place = await openPlace(connected.io, { ...request, program: call.program }, signal);
  place.closed.then(() => end.stop('asked'), end.fail);
  const sink = makeSink(connected, { place, limit, podCount: call.pods.length });
  const progress = followProgress(connected, { ...call, limit });
  const running = { ...call, connected, end, limit, place, sink, progress };
  try {
    const results = await captureAll(running);
    if (!end.signal.aborted) end.stop('asked');
    end.throwIfFailed();
    await sink.finish();
    progress.stop();
    return concludeAll(running, results, signal);
  } finally {
    progress.stop();
    end.close();
    await place.writer.close();
  }
}

interface SinkWish {
  readonly place: OpenPlace;
  readonly limit: Limit;
  readonly podCount: number;
}

function makeSink({ io }: Connected, { place, limit, podCount }: SinkWish): CaptureSink {
  const { writer, isText } = place;
  return isText
    ? makeLinesSink({ writer, limit, isNamed: podCount > 1 })
    : makePcapngSink({ writer, limit, now: io.now });
}

interface PodResult {
  readonly pod: Pod;
  readonly counted: CountedSink;
  /** Whether tcpdump has begun to capture. */
  readonly hasBegun: boolean;
  readonly end: PodEnd | { readonly kind: 'failed'; readonly error: CliError };
}

async function captureAll(running: Running): Promise<readonly PodResult[]> {
  const starts = makeSlots(STARTS_AT_ONCE);
  return Promise.all(running.pods.map((pod) => captureOne(running, pod, starts)));
}

async function captureOne(running: Running, pod: Pod, starts: Slots): Promise<PodResult> {
  const { connected, request, pods, place, limit, end, progress } = running;
  const notes = pods.length === 1 ? connected.notes : notesOfPod(connected.notes, pod);
  const counted = countRuns(running.sink.open(podRef(pod)));
  const { packets: most } = request.bounds;
  const own = { ...connected, notes, isQuiet: true };
  let hasBegun = false;
  let isCounted = false;
  const begin = (keeper: OpenKeeper | undefined): void => {
    hasBegun ||= keeper !== undefined;
    if (isCounted) return;
    isCounted = true;
    if (progress.began(keeper)) end.startClock(request.bounds.durationMs);
  };
  const capturing: Capturing = {
    connected: own,
    container: { ...request, request: request.container },
    packets: request.packets,
    isText: place.isText,
    packetsLeft: () => (most === undefined ? undefined : Math.max(0, most - limit.packets())),
    starts,
    sink: counted.sink,
    onBegin: begin,
  };
  try {
    const ended = await capturePod(capturing, pod, end.signal);
    if (ended.kind === 'over') throw cutShort(pod, ended.why);
    if (ended.kind === 'keeper-ended') throw ended.error;
    return { pod, counted, hasBegun, end: ended };
  } catch (error) {
    if (!isCliError(error) || OF_ALL.includes(error.kind)) end.fail(error);
    else if (pods.length > 1) sayFailure(connected.io, error);
    return {
      pod,
      counted,
      hasBegun,
      end: isCliError(error) ? { kind: 'failed', error } : { kind: 'stopped' },
    };
  } finally {
    begin(undefined);
  }
}

/** A script that asked for packets of a minute must not take those of a second for them. */
function cutShort(pod: Pod, why: string): CliError {
  return new CliError(
    'output-incomplete',
    `the capture in ${describePod(pod)} was cut short: the pod ${why}`,
    {
      hint: 'what came before is kept; to capture in the pods of a workload: kubectl-debug capture deploy/NAME',
    },
  );
}

/** Says what was captured, and chooses the exit code. */
function concludeAll(running: Running, results: readonly PodResult[], signal: AbortSignal): number {
  const by = isInterrupted(signal.reason) ? signal.reason.signalName : undefined;
  const hasBegun = results.some((each) => each.hasBegun);
  if (!hasBegun) signal.throwIfAborted();
  // Without a reader nobody knows how much of it was read.
  if (hasBegun && by !== 'SIGPIPE') sayTotals(running, results);
  throwOnly(results);
  // A Ctrl-C is how most captures end, so it is a success, as in tcpdump.
  if (by !== undefined && by !== 'SIGINT') return exitCodeOfInterrupt(by);
  return hasFailed(results) ? CHECK_EXIT.failure : CHECK_EXIT.ok;
}

/** Throws the error of the only pod. */
function throwOnly([only, ...others]: readonly PodResult[]): void {
  if (only !== undefined && others.length === 0 && 'error' in only.end) throw only.end.error;
}

function sayTotals(
  { connected: { notes }, request, limit, end }: Running,
  results: readonly PodResult[],
): void {
  const pods = results.map(({ pod, counted }) => ({
    name: describePod(pod),
    packets: counted.sink.packets(),
    counts: counted.counts(),
  }));
  const totals = { packets: limit.packets(), bytes: limit.bytes(), pods, ended: end.bound() };
  for (const line of summaryLines(totals, request)) notes.note(line);
  dropWarnings(pods, request).forEach(notes.warnOf);
  const more = hasFailed(results) ? undefined : withoutFilterText(totals, request);
  if (more !== undefined) notes.note(more);
}

function hasFailed(results: readonly PodResult[]): boolean {
  return results.some(({ end }) => end.kind === 'failed');
}
