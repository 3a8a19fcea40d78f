import { openExec } from '../../cluster/api/remote-command.ts';
import type { Cluster, UpgradedSocket } from '../../cluster/cluster.ts';
import type { Io } from '../../io.ts';
import type { ContainerRef } from '../../pod/types.ts';
import { clockOfPausable, keepAlive, startAliveClock } from '../../session/streams/keep-alive.ts';
import { openedIfRunning, refusalAtEnd } from '../../session/streams/open-running.ts';
import { describeLoss, openRemoteStream, type StreamEnd } from '../../session/streams/remote-stream.ts';

/** Where scripts run. */
export interface ExecPlace {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly container: ContainerRef;
}

/** A script to run, and who takes its output. */
export interface ExecScript {
  /** For `sh -c`. */
  readonly text: string;
  readonly onStdout: (bytes: Buffer) => void;
  readonly onStderr: (bytes: Buffer) => void;
}

/** How a script's stream ended, for which the script gave no sign. */
export interface ExecLoss {
  readonly why: string;
  /** Whether nothing ran: the node does not know the container yet, or no more. */
  readonly isUnstarted: boolean;
}

/** A script that runs in the debug container. */
export interface ExecStream {
  /** Whether the end of the input can be passed on. */
  readonly canEndInput: boolean;
  /** Sends input; `onTaken` is called when there is room for more. */
  readonly send: (bytes: Buffer, onTaken: () => void) => void;
  readonly endInput: () => void;
  /** Stops and goes on reading what the script prints. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** For how long nothing has come, no answer to a ping either, in milliseconds. */
  readonly quietMs: () => number;
  /** Resolves once; never rejects. */
  readonly lost: Promise<ExecLoss>;
  readonly close: () => void;
}

/** While the network has more unsent bytes than this, the next piece waits. */
const MAX_UNSENT_BYTES = 1024 * 1024;

/**
 * Runs a script, and watches over its connection. Throws `ApiError` or `CliError` when the server refuses the exec, and the
 * reason of `signal`, which ends only the opening.
 */
export async function openExecStream(
  { io, cluster, container }: ExecPlace,
  { text, onStdout, onStderr }: ExecScript,
  signal: AbortSignal,
): Promise<ExecStream | ExecLoss> {
  const command = ['sh', '-c', text];
  const streams = { ref: container, command, stdin: true, stdout: true, stderr: true, tty: false };
  const opened = await openedIfRunning(openExec(cluster, streams, signal));
  if (opened.kind === 'not-running') return { why: opened.message, isUnstarted: true };
  return watchOver(io, opened.upgraded, { onStdout, onStderr });
}

function watchOver(
  io: Io,
  upgraded: UpgradedSocket,
  { onStdout, onStderr }: Omit<ExecScript, 'text'>,
): ExecStream {
  const clock = startAliveClock(io);
  const quiet = measureQuiet(io);
  const stream = openRemoteStream(upgraded, {
    onAlive: () => {
      quiet.heard();
      clock.heardAnything();
    },
    onOutput: (channel, bytes) => {
      clock.heardData();
      if (channel === 'stdout') onStdout(bytes);
      else onStderr(bytes);
    },
  });
  const pausing = makePausing(upgraded);
  const over = new AbortController();
  void keepAlive(io, { stream, clock: clockOfPausable(clock, pausing.isPaused) }, over.signal);
  const lost = stream.ended.then((end) => {
    over.abort();
    return lossOf(end, clock.hasHeardData());
  });
  return {
    canEndInput: stream.canEndStdin,
    send: (bytes, onTaken) => {
      clock.sentData();
      const hasRoom = stream.unsentBytes() <= MAX_UNSENT_BYTES;
      stream.sendStdin(bytes, hasRoom ? undefined : onTaken);
      if (hasRoom) onTaken();
    },
    endInput: stream.endStdin,
    pause: pausing.pause,
    resume: pausing.resume,
    quietMs: quiet.ms,
    lost,
    close: () => {
      over.abort();
      pausing.resume();
      stream.close();
    },
  };
}

/** Unlike a clock that forgives, after a sleep of this machine it tells how long nothing was heard. */
function measureQuiet(io: Io): { readonly heard: () => void; readonly ms: () => number } {
  const now = (): number => io.now().getTime();
  let lastHeardMs = now();
  return { heard: () => (lastHeardMs = now()), ms: () => now() - lastHeardMs };
}

function makePausing({ socket }: UpgradedSocket) {
  let isPaused = false;
  return {
    isPaused: () => isPaused,
    pause: (): void => {
      isPaused = true;
      socket.pause();
    },
    resume: (): void => {
      if (!isPaused) return;
      isPaused = false;
      socket.resume();
    },
  };
}

function lossOf(end: StreamEnd, hasHeardData: boolean): ExecLoss {
  return { why: describeLoss(end), isUnstarted: refusalAtEnd(end, hasHeardData) !== undefined };
}
