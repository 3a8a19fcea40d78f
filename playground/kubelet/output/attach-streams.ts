import type { TerminalSize } from '../../../src/io.ts';
import type { ProcessStreams } from '../../kubelet.ts';
import type { OutputHub } from './output-hub.ts';

/** A running container as its clients see it. */
export interface AttachSource {
  readonly output: OutputHub;
  readonly stdin: boolean;
  readonly stdinOnce: boolean;
  readonly tty: boolean;
  readonly writeStdin: (chunk: Buffer) => void;
  readonly endStdin: () => void;
  readonly resize: (size: TerminalSize) => void;
  /** Settles when the container has ended and all its output has been passed on. */
  readonly ended: Promise<unknown>;
}

/**
 * The streams of one client of a running container. When the client closes its stdin or vanishes, containerd closes
 * the container's stdin only without a terminal and with stdinOnce; otherwise it ends this client's output at once,
 * and the container runs on. `hasInput`: the client asked for stdin.
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
