import type { LogOptions } from '../../kubelet.ts';
import { endsLine, type LogFile, type LogRecord } from './log-file.ts';

/** How to read a log. */
export type LogReadOptions = Omit<LogOptions, 'container'>;

/** The size of a chunk; only one with a longer record is larger. */
const CHUNK_BYTES = 32 * 1024;

/**
 * One reader's position in a log, with the rules of the kubelet's reader: `tailLines` counts records, `sinceTime`
 * omits earlier records, a timestamp is only at the start of a line, and `limitBytes` counts it and may cut a line
 * anywhere.
 */
export class LogReader {
  private readonly options: LogReadOptions;
  private file: LogFile;
  private index: number;
  private readonly sinceMs: number;
  private bytesLeft: number;
  private isAtLineStart = true;

  constructor(file: LogFile, options: LogReadOptions) {
    this.file = file;
    this.options = options;
    const { tailLines } = options;
    this.index = tailLines === undefined ? 0 : Math.max(0, file.records.length - tailLines);
    this.sinceMs = options.sinceTime?.getTime() ?? -Infinity;
    this.bytesLeft = options.limitBytes ?? Infinity;
  }

  /** Whether `limitBytes` have been read. */
  get isFull(): boolean {
    return this.bytesLeft <= 0;
  }

  /** Whether there are unread records. */
  get hasMore(): boolean {
    return this.index < this.file.records.length || this.file.next !== undefined;
  }

  /** The next bytes of the log; undefined if there are none yet. */
  next(): Buffer | undefined {
    const parts: Buffer[] = [];
    let bytes = 0;
    while (bytes < CHUNK_BYTES && !this.isFull) {
      const record = this.nextRecord();
      if (record === undefined) break;
      const part = this.render(record);
      parts.push(part);
      bytes += part.length;
    }
    return parts.length === 0 ? undefined : Buffer.concat(parts);
  }

  private nextRecord(): LogRecord | undefined {
    for (;;) {
      const record = this.file.records[this.index];
      if (record === undefined) {
        if (this.file.next === undefined) return undefined;
        this.file = this.file.next;
        this.index = 0;
        continue;
      }
      this.index += 1;
      if (record.timeMs >= this.sinceMs) return record;
    }
  }

  private render(record: LogRecord): Buffer {
    const stamp = this.options.timestamps && this.isAtLineStart ? `${record.stamp} ` : '';
    this.isAtLineStart = endsLine(record);
    const whole = stamp === '' ? record.content : Buffer.concat([Buffer.from(stamp), record.content]);
    const part = whole.subarray(0, this.bytesLeft);
    this.bytesLeft -= part.length;
    return part;
  }
}
