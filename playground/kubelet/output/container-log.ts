import { LineSplitter } from './line-splitter.ts';
import type { LogFile } from './log-file.ts';
import { type LogReadOptions, LogReader } from './log-reader.ts';

/** A longer file is rotated: later readers start with the next one. */
const LONGEST_FILE_BYTES = 10 * 1024 * 1024;
/** The size of timestamp, stream and tag in a real file, which count for the rotation. */
const PREFIX_BYTES = 45;

/** The log of one container, as the container runtime keeps it. */
export class ContainerLog {
  private readonly now: () => Date;
  private readonly splitters = { stdout: new LineSplitter(), stderr: new LineSplitter() };
  private readonly waiting = new Set<() => void>();
  private file: LogFile = { records: [], next: undefined };
  private fileBytes = 0;
  private lastNanos = 0n;
  private isClosed = false;

  constructor(now: () => Date) {
    this.now = now;
  }

  /** Adds output of the container; a line enters the log once it is complete. */
  append(stream: 'stdout' | 'stderr', chunk: Buffer): void {
    this.write(this.splitters[stream].push(chunk));
  }

  /** The container has ended: writes unfinished lines and ends the readers that follow. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.write([...this.splitters.stdout.flush(), ...this.splitters.stderr.flush()]);
    this.wake();
  }

  /** The log as the kubelet serves it; with `follow` until the container has ended. */
  async *read(options: LogReadOptions): AsyncGenerator<Buffer, undefined> {
    const reader = new LogReader(this.file, options);
    for (;;) {
      const isLast = this.isClosed || !options.follow;
      for (let chunk = reader.next(); chunk !== undefined; chunk = reader.next()) yield chunk;
      if (isLast || reader.isFull || options.signal.aborted) return;
      // Check again: much can have happened while the consumer was busy with the last chunk.
      if (!reader.hasMore && !this.isClosed) await this.nextChange(options.signal);
    }
  }

  private write(contents: readonly Buffer[]): void {
    for (const content of contents) {
      if (this.fileBytes > LONGEST_FILE_BYTES) this.rotate();
      this.file.records.push({ ...this.stamp(), content });
      this.fileBytes += content.length + PREFIX_BYTES;
    }
    if (contents.length > 0) this.wake();
  }

  private rotate(): void {
    const next: LogFile = { records: [], next: undefined };
    this.file.next = next;
    this.file = next;
    this.fileBytes = 0;
  }

  /** A timestamp that no other record has: on a real node, nanoseconds tell them apart. */
  private stamp(): { readonly stamp: string; readonly timeMs: number } {
    const timeMs = this.now().getTime();
    const nanos = BigInt(timeMs) * 1_000_000n;
    this.lastNanos = nanos > this.lastNanos ? nanos : this.lastNanos + 1n;
    const seconds = new Date(Number(this.lastNanos / 1_000_000n)).toISOString().slice(0, 19);
    const fraction = String(this.lastNanos % 1_000_000_000n).padStart(9, '0');
    return { timeMs, stamp: `${seconds}.${fraction}Z` };
  }

  private wake(): void {
    const waiting = [...this.waiting];
    this.waiting.clear();
    waiting.forEach((resume) => resume());
  }

  private nextChange(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const resume = (): void => {
        signal.removeEventListener('abort', resume);
        this.waiting.delete(resume);
        resolve();
      };
      signal.addEventListener('abort', resume);
      this.waiting.add(resume);
    });
  }
}
