import type { OutputSink } from '../../run/process/running-process.ts';

type Listener = (chunk: Buffer) => void;

/** Passes the output of a container on to every attached client. */
export class OutputHub implements OutputSink {
  private readonly listeners = { stdout: new Set<Listener>(), stderr: new Set<Listener>() };

  readonly stdout = (chunk: Buffer): void => this.tell('stdout', chunk);
  readonly stderr = (chunk: Buffer): void => this.tell('stderr', chunk);

  /** Calls `listener` with each new chunk, until the returned function is called. */
  listen(stream: 'stdout' | 'stderr', listener: Listener): () => void {
    this.listeners[stream].add(listener);
    return () => this.listeners[stream].delete(listener);
  }

  private tell(stream: 'stdout' | 'stderr', chunk: Buffer): void {
    this.listeners[stream].forEach((listener) => listener(chunk));
  }
}
