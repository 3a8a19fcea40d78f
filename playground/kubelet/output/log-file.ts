/** One record of a container's log, as the container runtime writes it (CRI log format). */
export interface LogRecord {
  /** When the record was complete: RFC 3339 with nine digits. */
  readonly stamp: string;
  readonly timeMs: number;
  /** With the line's newline; without one the record is a part (`P`) of a longer line. */
  readonly content: Buffer;
}

/** One file of a log; a reader that started before the rotation goes on with `next`. */
export interface LogFile {
  readonly records: LogRecord[];
  next: LogFile | undefined;
}

export const NEWLINE = 0x0a;

/** Whether a record ends its line. */
export function endsLine(record: LogRecord): boolean {
  return record.content.at(-1) === NEWLINE;
}
