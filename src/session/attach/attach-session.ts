import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { UpgradedSocket } from '../../cluster/cluster.ts';
import { openAttach } from '../../cluster/api/remote-command.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import { describeLoss, type AttachStream, type Left } from '../streams/remote-stream.ts';
import { awaitContainerEnd, outcomeOfEnd, outcomeOfExitCode, STATUS_LAG_MS } from '../await-end.ts';
import { converse, endOfInput, type AttachRequest, type LiveStream } from '../input/converse.ts';
import { startHead } from '../gap/recover-head.ts';
import { endLine } from '../end-line.ts';
import { makeHeldOutput, NOTHING_MISSED, type HeldOutput } from '../gap/held-output.ts';
import { startAliveClock, type AliveClock } from '../streams/keep-alive.ts';
import { makeLiveOutput } from '../gap/live-output.ts';
import { openMendedStream, type MendedEnd } from '../mend/mended-stream.ts';
import type { Outcome } from '../outcome.ts';
import type { CommandEnd } from '../records/records.ts';
import type { SessionContext } from '../session-context.ts';
import type { TellNews } from '../session-news.ts';
import { followTerminalModes } from '../terminal/terminal-modes.ts';
import { startTrial, type Trial } from '../streams/early-attach.ts';
import { tellWindowSize } from '../terminal/window-size.ts';

/** How one attach ended; `not-running` when there was no process to attach to: not yet, or no more. */
export type AttachEnd =
  | { readonly kind: 'not-running'; readonly message: string }
  /** The server does not open it, or cannot be asked. */
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'over'; readonly outcome: Outcome };

/** An attach to a container of which it may not be known yet that it runs. */
export interface TriedAttach extends AttachRequest {
  /** Whether to wait for a refusal before anything of ours, keys above all, goes to the container. */
  readonly isTrial: boolean;
}

/**
 * Attaches to a running container, hands input and output through until one side ends it, and reads from the pod
 * what that end means. Throws `stdin-unsupported`, and as `findHead` and `Output` do.
 */
export async function attachSession(
  context: SessionContext,
  request: TriedAttach,
  signal: AbortSignal,
): Promise<AttachEnd> {
  const { container: ref, tty, onlyV4 = false } = request;
  const stdin = request.stdin || request.startLine !== undefined;
  const streams = { ref, stdin, stdout: true, stderr: !tty, tty, onlyV4 };
  let upgraded: UpgradedSocket;
  try {
    upgraded = await openAttach(context.cluster, streams, signal);
  } catch (error) {
    // Before Kubernetes 1.30 the node's own answer comes in place of the upgrade.
    if (isApiError(error) && error.code === 500) return { kind: 'not-running', message: error.message };
    return { kind: 'refused', error };
  }
  return speak({ context, request, upgraded }, signal);
}

interface Attached {
  readonly context: SessionContext;
  readonly request: TriedAttach;
  readonly upgraded: UpgradedSocket;
}

async function speak({ context, request, upgraded }: Attached, signal: AbortSignal): Promise<AttachEnd> {
  const { io, output, connection } = context;
  const tell: TellNews = (news) => connection?.tell(news);
  const modes = followTerminalModes();
  const held = openHeldOutput(context, { ...request, isFullScreen: modes.isFullScreen });
  const clock = startAliveClock(io);
  const trial = startTrial(request.isTrial);
  const listeners = {
    onAlive: clock.heardAnything,
    onOutput: (channel: 'stdout' | 'stderr', bytes: Buffer): void => {
      clock.heardData();
      trial.pass();
      modes.see(bytes);
      held.accept(channel, bytes);
    },
  };
  const stream = openMendedStream(
    { context, request, upgraded, listeners, mayMend: () => !trial.isOn() },
    signal,
  );
  const over = new AbortController();
  const scope = AbortSignal.any([signal, over.signal]);
  try {
    refuseUnendableInput(io, request, stream);
    wake({ io, request, stream, clock }, scope);
    const head = startHead({ context, request, held }, scope);
    // A pipe is not read before its answer can be shown, so that what is held back stays small.
    const inputMayStart = request.tty ? Promise.resolve() : head.settled;
    const finished = request.finished?.then(judgeEnd);
    const live = { io, request, stream, clock, inputMayStart, tell, ...(finished && { finished }) };
    const end = await tryToConverse<MendedEnd | Left>(live, trial, signal);
    if (end.kind === 'left') {
      leave(io, request, held);
      return { kind: 'over', outcome: { kind: 'detached', by: end.by } };
    }
    const refusal = refusalOf(end, { trial, request });
    if (!clock.hasHeardData() && !head.hasShown() && refusal !== undefined)
      return { kind: 'not-running', message: refusal };
    const read = (): Promise<Outcome> => readEnd({ context, request }, end, signal);
    const outcome = withFlaw(await head.outcome(read), stream.flaw());
    await output.flush(signal);
    if (isUnspokenLoss(context, outcome)) endLine(io, request);
    return { kind: 'over', outcome };
  } finally {
    over.abort();
    if (io.terminal.hasOutput) io.stdout.write(modes.resetSequence());
  }
}

/** Gives the container what it waits for: the word to start, or the size of the window. */
function wake({ io, request, stream, clock }: Waking, signal: AbortSignal): void {
  if (request.startLine !== undefined) stream.sendStdin(Buffer.from(`${request.startLine}\n`));
  // At once, before the terminal is made ready: a shell that wrote its prompt before the attach draws it again.
  if (request.tty) void tellWindowSize(io, { resize: stream.resize, hasOutput: clock.hasHeardData }, signal);
}

interface Waking {
  readonly io: Io;
  readonly request: AttachRequest;
  readonly stream: Pick<AttachStream, 'sendStdin' | 'resize'>;
  readonly clock: AliveClock;
}

async function tryToConverse<End>(
  live: LiveStream<End>,
  trial: Trial,
  signal: AbortSignal,
): Promise<End | Left> {
  const refused = await trial.awaitRefusal(live.io, live.stream, signal);
  if (refused !== undefined) return refused;
  live.tell({ kind: 'open' });
  return converse(live, signal);
}

function judgeEnd({ exitCode }: CommandEnd): MendedEnd {
  return { kind: 'judged', outcome: outcomeOfExitCode(exitCode) };
}

/** What is said of a process that is not there, if that is what a stream without output ended with. */
function refusalOf(
  end: MendedEnd,
  { trial, request }: { readonly trial: Trial; readonly request: AttachRequest },
): string | undefined {
  if (end.kind === 'judged') return undefined;
  // What waits for its start line says something, if it is there to hear it.
  const isRefused =
    end.kind === 'status' && (end.status.kind === 'failure' || request.startLine !== undefined);
  // A runtime may attach to a container that is made but not started, and end that in any way.
  return isRefused || trial.isOn() ? describeLoss(end) : undefined;
}

/** Where lost connections are mended, it was spoken of by then. */
function isUnspokenLoss({ connection }: SessionContext, outcome: Outcome): boolean {
  return outcome.kind === 'lost' && connection?.reconnects === false;
}

function openHeldOutput(
  { io, output }: SessionContext,
  { head, isFullScreen }: Pick<AttachRequest, 'head'> & { readonly isFullScreen: () => boolean },
): HeldOutput {
  if (head === 'live') return makeLiveOutput({ output, isTerminal: io.terminal.hasOutput, isFullScreen });
  const held = makeHeldOutput(output);
  if (head === 'skip') held.release(NOTHING_MISSED);
  return held;
}

function leave(io: Io, request: AttachRequest, held: HeldOutput): void {
  held.release(NOTHING_MISSED);
  // Output goes on to arrive until the server has closed its side: it is nothing to us any more.
  held.discard();
  endLine(io, request);
}

/**
 * Before Kubernetes 1.30 nobody could tell the remote side that stdin has ended: a command that reads a pipe to its
 * end would wait for ever, so nothing is sent at all.
 */
function refuseUnendableInput(
  io: Io,
  request: AttachRequest,
  stream: Pick<AttachStream, 'canEndStdin' | 'close'>,
): void {
  const { container, stdin } = request;
  if (!stdin || endOfInput(io, request) !== 'close-stdin' || stream.canEndStdin || io.terminal.hasInput)
    return;
  stream.close();
  throw new CliError(
    'stdin-unsupported',
    `cannot send a pipe to debug container "${container.container}" in ${container.namespace}/${container.name}: this server cannot pass on where stdin ends, as Kubernetes 1.30 and newer can`,
    { hint: 'the container was started and is left as it is; send the input as part of the command instead' },
  );
}

/** An end that looks good is not, where an outage has swallowed something. */
function withFlaw(outcome: Outcome, flaw: string | undefined): Outcome {
  return outcome.kind === 'exited' && flaw !== undefined ? { kind: 'incomplete', reason: flaw } : outcome;
}

async function readEnd(
  { context, request }: Pick<Attached, 'context' | 'request'>,
  end: MendedEnd,
  signal: AbortSignal,
): Promise<Outcome> {
  if (end.kind === 'judged') return end.outcome;
  const container = { ...request.container, patienceMs: STATUS_LAG_MS };
  const outcome = outcomeOfEnd(await awaitContainerEnd(context, container, signal), describeLoss(end));
  const isWhole = end.kind === 'status' && end.status.kind === 'success';
  if (isWhole || outcome.kind !== 'exited') return outcome;
  // A cut closes the stdin of the container, which may well end then: whatever it printed after the cut is missing.
  const reason = `${describeLoss(end)} before the command ended with exit code ${outcome.exitCode}`;
  return { kind: 'incomplete', reason };
}
