import type { UpgradedSocket } from '../../cluster/cluster.ts';
import { openAttach } from '../../cluster/api/remote-command.ts';
import { CliError } from '../../errors/cli-error.ts';
import { describeContainer } from '../../pod/pod-ref.ts';
import type { Io } from '../../io.ts';
import { describeLoss, outcomeAfterLoss, type RemoteStream, type Left } from '../streams/remote-stream.ts';
import { awaitContainerEnd, outcomeOfEnd, outcomeOfExitCode, STATUS_LAG_MS } from '../await-end.ts';
import {
  attachStreamsOf,
  converse,
  endOfInput,
  type AttachRequest,
  type LiveStream,
} from '../input/converse.ts';
import { showEarlierOutput, type EarlierOutputSearch } from '../gap/show-earlier-output.ts';
import { endLine } from '../end-line.ts';
import { makeHeldOutput, NOTHING_MISSED, type HeldOutput } from '../gap/held-output.ts';
import { startAliveClock, type AliveClock } from '../streams/keep-alive.ts';
import { openedIfRunning, type NotRunning, type Opened } from '../streams/open-running.ts';
import { makeLiveOutput } from '../gap/live-output.ts';
import { openMendedStream, type MendedEnd } from '../mend/mended-stream.ts';
import type { Outcome } from '../outcome.ts';
import type { CommandEnd } from '../records/records.ts';
import type { SessionContext } from '../session-context.ts';
import type { SessionNews } from '../session-news.ts';
import { followTerminalModes } from '../terminal/terminal-modes.ts';
import { startEarlyAttach, type EarlyAttach } from '../streams/early-attach.ts';
import { tellWindowSize } from '../terminal/window-size.ts';

/** How one attach ended. */
export type AttachEnd =
  | NotRunning
  /** The server does not open the attach, or cannot be reached. */
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'over'; readonly outcome: Outcome };

/** An attach to a container that may not run yet. */
export interface AttachAttempt extends AttachRequest {
  /** Whether to wait for a refusal before keys or a pipe are sent. The start line goes out at once. */
  readonly isEarly: boolean;
}

/**
 * Attaches to a running container, passes input and output on until one side ends, and reads from the pod how the
 * container ended. Throws `stdin-unsupported`, and as `readGap` and `Output` do.
 */
export async function attachSession(
  context: SessionContext,
  request: AttachAttempt,
  signal: AbortSignal,
): Promise<AttachEnd> {
  let opened: Opened;
  try {
    opened = await openedIfRunning(openAttach(context.cluster, attachStreamsOf(request), signal));
  } catch (error) {
    return { kind: 'refused', error };
  }
  if (opened.kind === 'not-running') return opened;
  return speak({ context, request, upgraded: opened.upgraded }, signal);
}

interface Attached {
  readonly context: SessionContext;
  readonly request: AttachAttempt;
  readonly upgraded: UpgradedSocket;
}

async function speak({ context, request, upgraded }: Attached, signal: AbortSignal): Promise<AttachEnd> {
  const { io, output, connection, hearInput } = context;
  const heard = { tell: (news: SessionNews) => connection?.tell(news), hearInput };
  const modes = followTerminalModes();
  const held = openHeldOutput(context, { ...request, isFullScreen: modes.isFullScreen });
  const clock = startAliveClock(io);
  const early = startEarlyAttach(request.isEarly);
  const gate = makeOutputGate((channel, bytes) => {
    modes.see(bytes);
    held.accept(channel, bytes);
  });
  const listeners = {
    onAlive: clock.heardAnything,
    onOutput: (channel: 'stdout' | 'stderr', bytes: Buffer): void => {
      clock.heardData();
      early.pass();
      gate.take(channel, bytes);
    },
  };
  const stream = openMendedStream(
    { context, request, upgraded, listeners, hasStarted: () => !early.isOn() },
    signal,
  );
  const over = new AbortController();
  const scope = AbortSignal.any([signal, over.signal]);
  try {
    refuseUnendableInput(io, request, stream);
    wake({ io, request, stream, clock }, scope);
    const earlier = showEarlierOutput({ context, request, held, onPlaced: stream.place }, scope);
    // We read a pipe only when output can be shown. Otherwise the command's answers would pile up in memory.
    const inputMayStart = request.tty ? Promise.resolve() : earlier.settled;
    const finished = request.finished?.then(judgeEnd);
    const live = { io, request, stream, clock, inputMayStart, ...heard, ...(finished && { finished }) };
    const end = await tryToConverse<MendedEnd | Left>(live, { early, gate }, signal);
    if (end.kind === 'left') {
      leave(io, request, held);
      return { kind: 'over', outcome: { kind: 'detached', by: end.by } };
    }
    const hasBrought = clock.hasHeardData();
    const refusal = hasBrought ? undefined : refusalOf(end, { early, request });
    if (refusal !== undefined && !earlier.hasShown()) return { kind: 'not-running', message: refusal };
    const read = (): Promise<Outcome> => readEnd({ context, request, earlier, hasBrought }, end, signal);
    const outcome = withFlaw(await earlier.outcome(read), stream.flaw());
    await output.flush(signal);
    if (isLossUntold(context, outcome)) endLine(io, request);
    return { kind: 'over', outcome };
  } finally {
    over.abort();
    if (io.terminal.hasOutput) io.stdout.write(modes.resetSequence());
  }
}

/** Sends what the container waits for: the start line, or the size of the window. */
function wake({ io, request, stream, clock }: Waking, signal: AbortSignal): void {
  if (request.startLine !== undefined) stream.sendStdin(Buffer.from(`${request.startLine}\n`));
  // Before raw mode, so that a shell which wrote its prompt before the attach redraws it at once.
  if (request.tty) void tellWindowSize(io, { resize: stream.resize, hasOutput: clock.hasHeardData }, signal);
}

interface Waking {
  readonly io: Io;
  readonly request: AttachRequest;
  readonly stream: Pick<RemoteStream, 'sendStdin' | 'resize'>;
  readonly clock: AliveClock;
}

type Show = (channel: 'stdout' | 'stderr', bytes: Buffer) => void;

/** Holds output back until it is opened. */
interface OutputGate {
  readonly take: Show;
  readonly open: () => void;
}

function makeOutputGate(show: Show): OutputGate {
  const waiting: Parameters<Show>[] = [];
  let isOpen = false;
  return {
    take: (...output) => {
      if (isOpen) show(...output);
      else waiting.push(output);
    },
    open: () => {
      isOpen = true;
      for (const output of waiting.splice(0)) show(...output);
    },
  };
}

/** Opens the gate for output once the terminal is in raw mode: whoever sees a prompt may type. */
async function tryToConverse<End>(
  live: LiveStream<End>,
  { early, gate }: { readonly early: EarlyAttach; readonly gate: OutputGate },
  signal: AbortSignal,
): Promise<End | Left> {
  try {
    const refused = await early.awaitRefusal(live.io, live.stream, signal);
    if (refused !== undefined) return refused;
    live.tell({ kind: 'open' });
    const conversed = converse(live, signal);
    gate.open();
    return await conversed;
  } finally {
    gate.open();
  }
}

function judgeEnd({ exitCode }: CommandEnd): MendedEnd {
  return { kind: 'judged', outcome: outcomeOfExitCode(exitCode) };
}

/** Returns what the server says of a process that is not there, if a stream without output ended with that. */
function refusalOf(
  end: MendedEnd,
  { early, request }: { readonly early: EarlyAttach; readonly request: AttachRequest },
): string | undefined {
  if (end.kind === 'judged') return undefined;
  // A command prints something once it has its start line.
  const isRefused =
    end.kind === 'status' && (end.status.kind === 'failure' || request.startLine !== undefined);
  // A runtime may attach to a container that is created but not started, and end that in any way.
  return isRefused || early.isOn() ? describeLoss(end) : undefined;
}

/** Whether the user was not told of the loss: without reconnects it is the end of the session. */
function isLossUntold({ connection }: SessionContext, outcome: Outcome): boolean {
  return outcome.kind === 'lost' && connection?.reconnects === false;
}

function openHeldOutput(
  { io, output }: SessionContext,
  {
    earlierOutput,
    isFullScreen,
  }: Pick<AttachRequest, 'earlierOutput'> & { readonly isFullScreen: () => boolean },
): HeldOutput {
  if (earlierOutput === 'live')
    return makeLiveOutput({ output, isTerminal: io.terminal.hasOutput, isFullScreen });
  const held = makeHeldOutput(output);
  if (earlierOutput === 'skip') held.release(NOTHING_MISSED);
  return held;
}

function leave(io: Io, request: AttachRequest, held: HeldOutput): void {
  held.release(NOTHING_MISSED);
  // Output still arrives until the server has closed its side.
  held.discard();
  endLine(io, request);
}

/**
 * Before Kubernetes 1.30 the end of stdin cannot be told to the remote side. A command that reads a pipe to its end would
 * wait forever, so we send nothing at all.
 */
function refuseUnendableInput(
  io: Io,
  request: AttachRequest,
  stream: Pick<RemoteStream, 'canEndStdin' | 'close'>,
): void {
  const { container, stdin } = request;
  if (!stdin || endOfInput(io, request) !== 'close-stdin' || stream.canEndStdin || io.terminal.hasInput)
    return;
  stream.close();
  throw new CliError(
    'stdin-unsupported',
    `cannot send a pipe to ${describeContainer(container)}: this server cannot pass on where stdin ends, as Kubernetes 1.30 and newer can`,
    { hint: 'send the input as part of the command; the container was started and is left running' },
  );
}

/** A session is incomplete, whatever its exit code, if an outage has swallowed something. */
function withFlaw(outcome: Outcome, flaw: string | undefined): Outcome {
  return outcome.kind === 'exited' && flaw !== undefined ? { kind: 'incomplete', reason: flaw } : outcome;
}

interface Ended extends Pick<Attached, 'context' | 'request'> {
  readonly earlier: Pick<EarlierOutputSearch, 'showRest'>;
  /** Whether the attach has brought any output. Otherwise the log has everything, and more than when it was searched if it lagged. */
  readonly hasBrought: boolean;
}

async function readEnd(
  { context, request, earlier, hasBrought }: Ended,
  end: MendedEnd,
  signal: AbortSignal,
): Promise<Outcome> {
  if (end.kind === 'judged') return end.outcome;
  const container = { ...request.container, patienceMs: STATUS_LAG_MS };
  const outcome = outcomeOfEnd(await awaitContainerEnd(context, container, signal), describeLoss(end));
  if (outcome.kind !== 'exited') return outcome;
  const rest = hasBrought ? undefined : await earlier.showRest();
  if (rest !== undefined) return rest;
  const isWhole = end.kind === 'status' && end.status.kind === 'success';
  // A cut closes stdin of the container, which may end then: what it printed after the cut is missing.
  return isWhole ? outcome : outcomeAfterLoss(end, outcome.exitCode);
}
