import type { Cluster } from '../../cluster/cluster.ts';
import { BOUNDS } from '../../errors/bounds.ts';
import { openExec } from '../../cluster/api/remote-command.ts';
import type { Io } from '../../io.ts';
import type { ContainerRef } from '../../pod/types.ts';
import { openRemoteStream, type StreamEnd } from './remote-stream.ts';

/** A small script to run in a container; it answers on stdout. */
export interface Script {
  readonly container: ContainerRef;
  /** For `sh -c`. */
  readonly text: string;
  /** The script's `$1` and so on. */
  readonly args: readonly string[];
  /** How long it may take. */
  readonly timeoutMs: number;
}

/** How a script ended, and what it printed on stdout. */
export interface ScriptResult {
  readonly end: StreamEnd;
  readonly stdout: string;
}

/**
 * Runs a script by exec and waits for its end. A script that takes too long, or prints more than its bound on both streams
 * together, ends as `broken`. Throws `ApiError` or `CliError` when the server refuses the exec, and the signal's reason when
 * it is aborted before.
 */
export async function runScript(
  { io, cluster }: { readonly io: Io; readonly cluster: Cluster },
  { container, text, args, timeoutMs }: Script,
  signal: AbortSignal,
): Promise<ScriptResult> {
  const command = ['sh', '-c', text, 'kubectl-debug', ...args];
  const streams = { ref: container, command, stdin: false, stdout: true, stderr: true, tty: false };
  const stream = openRemoteStream(await openExec(cluster, streams, signal), {
    onAlive: () => undefined,
    onOutput: (channel, bytes) => {
      saidBytes += bytes.length;
      if (saidBytes > BOUNDS.script.most) stream.breakOff(`what it printed ${BOUNDS.script.passed}`);
      else if (channel === 'stdout') said.push(bytes);
    },
  });
  const said: Buffer[] = [];
  let saidBytes = 0;
  const over = new AbortController();
  io.sleep(timeoutMs, AbortSignal.any([signal, over.signal])).then(
    () => stream.breakOff('it did not answer in time'),
    () => stream.close(),
  );
  try {
    const end = await stream.ended;
    return { end, stdout: Buffer.concat(said).toString() };
  } finally {
    over.abort();
  }
}
