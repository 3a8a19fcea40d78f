import type { TerminalSize } from '../../../src/io.ts';
import type { ProcessStreams } from '../../kubelet.ts';
import type { OutputHub } from './output-hub.ts';

/** A running container, as its clients can reach it. */
export interface AttachSource {
  readonly output: OutputHub;
  readonly stdin: boolean;
  readonly stdinOnce: boolean;
  readonly tty: boolean;
  readonly writeStdin: (chunk: Buffer) => void;
  readonly endStdin: () => void;
  readonly resize: (size: TerminalSize) => void;
  /** Settles when the container has ended and all it printed was handed on. */
  readonly ended: Promise<unknown>;
}

/**
 * One client of a running container, with containerd's rules for the end of its input: only without a
 * terminal and with stdinOnce it ends the container's input; else it ends this client's output at once, and
 * the container runs on. A client that vanishes is the same. `hasInput`: the client asked for stdin.
 */
export function attachStreams(source: AttachSource, hasInput: boolean): ProcessStreams {
  const isConnected = hasInput && source.stdin;
  const endsInput = isConnected && source.stdinOnce && !source.tty;
  const stopListening: (() => void)[] = [];
  let finish: () => void = () => undefined;
  const ended = new Promise<undefined>((resolve) => {
    finish = () => {
      stopListening.forEach((stop) => stop());
      resolve(undefined);
    };
  });
  void source.ended.then(finish);
  return {
    ended,
    onStdout: (listener) => stopListening.push(source.output.listen('stdout', listener)),
    onStderr: (listener) => stopListening.push(source.output.listen('stderr', listener)),
    writeStdin: (chunk) => {
      if (isConnected) source.writeStdin(chunk);
    },
    endStdin: () => {
      if (endsInput) source.endStdin();
      else if (isConnected) finish();
    },
    resize: (size) => {
      if (source.tty) source.resize(size);
    },
    detach: () => {
      if (endsInput) source.endStdin();
      finish();
    },
  };
}
