import type { UpgradedSocket } from '../../cluster/cluster.ts';
import { openExec } from '../../cluster/api/remote-command.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { ContainerRef } from '../../pod/types.ts';
import {
  describeLoss,
  openRemoteStream,
  type RemoteStream,
  type StreamEnd,
} from '../streams/remote-stream.ts';
import { outcomeOfExitCode } from '../await-end.ts';
import { readHeader, withHeader, type HeaderReader } from './command-header.ts';
import { confirmEnd, type ExecProcess } from './confirm-end.ts';
import { endLine } from '../end-line.ts';
import { converse, type Conversation } from '../input/converse.ts';
import type { DetachKeys } from '../input/detach-keys.ts';
import { startAliveClock, type AliveClock } from '../streams/keep-alive.ts';
import { openedIfRunning, type NotRunning } from '../streams/open-running.ts';
import type { Outcome } from '../outcome.ts';
import type { Output } from '../local/output.ts';
import type { SessionContext } from '../session-context.ts';
import type { TellNews } from '../session-news.ts';
import { followTerminalModes } from '../terminal/terminal-modes.ts';
import { tellWindowSize } from '../terminal/window-size.ts';

/** A command to run by exec in a running container. */
export interface ExecRequest {
  readonly container: ContainerRef;
  readonly command: readonly string[];
  /** Shell text to run before the command. */
  readonly before?: string;
  readonly stdin: boolean;
  readonly tty: boolean;
  readonly detachKeys: DetachKeys;
}

/** How an exec ended. */
export type ExecEnd =
  | NotRunning
  /** The image does not have the program, or the program cannot be executed. */
  | { readonly kind: 'missing' | 'denied' }
  | { readonly kind: 'over'; readonly outcome: Outcome };

/** The exit code of SIGKILL, which also kills a command whose container ends. */
const KILLED = 137;

/**
 * Runs a command by exec. Its output comes from the first byte on, and its exit code with the stream. Before we believe a
 * Success we ask the container whether the command is gone. Tells `started` as soon as the process ID is known. Throws
 * `ApiError` or `CliError` when the server refuses the exec, and the signal's reason when it is aborted before.
 */
export async function execSession(
  context: SessionContext,
  request: ExecRequest,
  signal: AbortSignal,
): Promise<ExecEnd> {
  const { container, stdin, tty } = request;
  const streams = { ref: container, command: withHeader(request.command, request.before), stdin, tty };
  const opening = openExec(context.cluster, { ...streams, stdout: true, stderr: !tty }, signal);
  const opened = await openedIfRunning(opening);
  if (opened.kind === 'not-running') return opened;
  return speak({ context, request, upgraded: opened.upgraded }, signal);
}

interface Opened {
  readonly context: SessionContext;
  readonly request: ExecRequest;
  readonly upgraded: UpgradedSocket;
}

async function speak({ context, request, upgraded }: Opened, signal: AbortSignal): Promise<ExecEnd> {
  const { io, output, connection, hearInput } = context;
  const tell: TellNews = (news) => connection?.tell(news);
  const clock = startAliveClock(io);
  const header = readHeader();
  const modes = followTerminalModes();
  let isOver = false;
  const show: Output['write'] = (channel, bytes) => {
    if (isOver || bytes.length === 0) return;
    modes.see(bytes);
    output.write(channel, bytes);
  };
  const { stream, inputMayStart } = openStream({ request, upgraded, clock, header, show, tell });
  const over = new AbortController();
  const scope = AbortSignal.any([signal, over.signal]);
  try {
    refuseUnendableInput(request, stream);
    if (request.tty) void tellWindowSize(io, { resize: stream.resize, hasOutput: clock.hasHeardData }, scope);
    // Input waits for the header: a terminal would echo it before.
    const live = { io, request: asConversation(request), stream, clock, inputMayStart, tell, hearInput };
    const end = await converse(live, signal);
    isOver = true;
    if (end.kind === 'left') {
      endLine(io, request);
      return { kind: 'over', outcome: { kind: 'detached', by: end.by } };
    }
    await output.flush(signal);
    const ended = await readEnd({ context, request, header }, end, signal);
    if (ended.kind === 'over' && ended.outcome.kind !== 'exited') endLine(io, request);
    return ended;
  } finally {
    over.abort();
    if (io.terminal.hasOutput) io.stdout.write(modes.resetSequence());
  }
}

interface Wiring {
  readonly request: ExecRequest;
  readonly upgraded: UpgradedSocket;
  readonly clock: AliveClock;
  readonly header: HeaderReader;
  readonly show: Output['write'];
  readonly tell: TellNews;
}

function openStream({ request, upgraded, clock, header, show, tell }: Wiring): {
  readonly stream: RemoteStream;
  readonly inputMayStart: Promise<void>;
} {
  let started: () => void = () => undefined;
  const inputMayStart = new Promise<void>((resolve) => (started = resolve));
  const headerChannel = request.tty ? 'stdout' : 'stderr';
  const stream = openRemoteStream(upgraded, {
    onAlive: clock.heardAnything,
    onOutput: (channel, bytes) => {
      clock.heardData();
      const isNew = header.start() === undefined;
      show(channel, channel === headerChannel ? header.read(bytes) : bytes);
      const start = header.start();
      if (!isNew || start === undefined) return;
      if (start.kind === 'started') tell(start);
      started();
    },
  });
  return { stream, inputMayStart };
}

/** Unlike an attach, an exec without a terminal closes the stdin of its command when ours ends. */
function asConversation({ stdin, tty, detachKeys }: ExecRequest): Conversation {
  return { stdin, tty, detachKeys, stdinOnce: true };
}

/** Before Kubernetes 1.30 the protocol cannot tell the remote side that stdin has ended. */
function refuseUnendableInput({ container, stdin, tty }: ExecRequest, stream: RemoteStream): void {
  if (!stdin || tty || stream.canEndStdin) return;
  stream.close();
  throw new CliError(
    'stdin-unsupported',
    `cannot send a pipe to a command in ${container.namespace}/${container.name}: the server (before 1.30) cannot pass on where stdin ends`,
    { hint: 'send the input as part of the command instead' },
  );
}

interface Ended {
  readonly context: SessionContext;
  readonly request: ExecRequest;
  readonly header: HeaderReader;
}

async function readEnd(
  { context, request, header }: Ended,
  end: StreamEnd,
  signal: AbortSignal,
): Promise<ExecEnd> {
  const start = header.start();
  if (start?.kind === 'missing' || start?.kind === 'denied') return { kind: start.kind };
  if (end.kind === 'status' && end.status.kind === 'failure' && start === undefined)
    return { kind: 'not-running', message: end.status.message };
  const { container } = request;
  const processId = start?.kind === 'started' ? start.processId : undefined;
  return { kind: 'over', outcome: await readOutcome(context, { end, container, processId }, signal) };
}

async function readOutcome(
  context: SessionContext,
  { end, ...process }: ExecProcess & { readonly end: StreamEnd },
  signal: AbortSignal,
): Promise<Outcome> {
  const exitCode = readExitCode(end);
  if (exitCode === undefined) return { kind: 'lost', reason: describeLoss(end) };
  const exited = outcomeOfExitCode(exitCode);
  const isProof = exitCode !== 0 && exitCode !== KILLED;
  return isProof ? exited : ((await confirmEnd(context, process, signal)) ?? exited);
}

function readExitCode(end: StreamEnd): number | undefined {
  if (end.kind !== 'status') return undefined;
  if (end.status.kind === 'success') return 0;
  return end.status.kind === 'exit-code' ? end.status.exitCode : undefined;
}
