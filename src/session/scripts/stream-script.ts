import type { Cluster, UpgradedSocket } from '../../cluster/cluster.ts';
import { openExec } from '../../cluster/api/remote-command.ts';
import { toError } from '../../errors/error-text.ts';
import type { Io } from '../../io.ts';
import type { ContainerRef } from '../../pod/types.ts';
import { clockOfPausable, keepAlive, startAliveClock } from '../streams/keep-alive.ts';
import { openedIfRunning, refusalAtEnd, type NotRunning } from '../streams/open-running.ts';
import { openRemoteStream, type StreamEnd } from '../streams/remote-stream.ts';
import { aborted } from '../terminal/aborted.ts';
import { sendAll, type ScriptInput } from './send-all.ts';
import { takeInTurn, type TakeOutput } from './take-in-turn.ts';

/** A script that runs in a container, and moves any number of bytes. */
export interface StreamedScript {
  readonly container: ContainerRef;
  /** For `sh`. It travels on stdin, as proxies bound the length of a URL. */
  readonly text: string;
  /** The script's `$1` and so on. They are part of the URL, so they have to be short. */
  readonly args: readonly string[];
  /** What the script reads on stdin, which stays open after it: the script has to know how much it is. */
  readonly input?: ScriptInput;
  readonly onOutput: TakeOutput;
}

/** How a script ended. */
export type ScriptEnd = StreamEnd | NotRunning;

/** Reads the text of the script from stdin, not a byte more, and runs it. `$1` is how many bytes that is. */
const READ_TEXT = 'eval "$(dd bs=$1 count=1 iflag=fullblock 2>/dev/null)"';

/** `shift` takes away the `$1` of `READ_TEXT`. */
function textBytes(text: string): Buffer {
  return Buffer.from(`shift\n${text}`);
}

async function* stdinOf({ text, input = [] }: StreamedScript): AsyncGenerator<Buffer> {
  yield textBytes(text);
  yield* input;
}

/**
 * Runs a script by exec, sends it its input and passes its output on, with no bound on either. The caller judges from the
 * output whether everything has come, as a stream can end early with any end. Throws `ApiError` or `CliError` when the
 * server refuses the exec, what `onOutput` or `input` throws, and the signal's reason when it is aborted. The script then
 * ends when it next writes, as nobody reads.
 */
export async function streamScript(
  { io, cluster }: { readonly io: Io; readonly cluster: Cluster },
  script: StreamedScript,
  signal: AbortSignal,
): Promise<ScriptEnd> {
  const { container: ref, text, args } = script;
  const command = ['sh', '-c', READ_TEXT, 'kubectl-debug', String(textBytes(text).length), ...args];
  const streams = { ref, command, stdin: true, stdout: true, stderr: true, tty: false };
  const opened = await openedIfRunning(openExec(cluster, streams, signal));
  if (opened.kind === 'not-running') return opened;
  return converse(io, { script, upgraded: opened.upgraded }, signal);
}

interface Opened {
  readonly script: StreamedScript;
  readonly upgraded: UpgradedSocket;
}

async function converse(io: Io, { script, upgraded }: Opened, signal: AbortSignal): Promise<ScriptEnd> {
  const { socket } = upgraded;
  const over = new AbortController();
  const fail = (error: unknown): void => over.abort(toError(error));
  const scope = AbortSignal.any([signal, over.signal]);
  const clock = startAliveClock(io);
  const output = takeInTurn(script.onOutput, {
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    fail,
  });
  const stream = openRemoteStream(upgraded, {
    onAlive: clock.heardAnything,
    onOutput: (channel, bytes) => {
      clock.heardData();
      output.take(channel, bytes);
    },
  });
  const alive = keepAlive(io, { stream, clock: clockOfPausable(clock, output.isBusy) }, scope);
  sendAll(stream, stdinOf(script), scope).catch(fail);
  const failure = aborted(scope).then(() => Promise.reject(toError(scope.reason)));
  try {
    const end = await Promise.race([stream.ended, failure]);
    await Promise.race([output.allTaken(), failure]);
    scope.throwIfAborted();
    return refusalAtEnd(end, clock.hasHeardData()) ?? end;
  } finally {
    failure.catch(() => undefined); // nobody waits for it any more
    over.abort();
    stream.close();
    await alive;
  }
}
