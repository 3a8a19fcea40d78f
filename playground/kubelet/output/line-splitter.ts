import { NEWLINE } from './log-file.ts';

/** A longer line is written in parts of this many bytes. */
const LONGEST_RECORD_BYTES = 16_384;
const CARRIAGE_RETURN = 0x0d;

/**
 * Cuts one stream of a container into log records as containerd does. A record is a line, without a CR before its LF,
 * or 16,384 bytes of a longer line; an unfinished line waits for its newline or for the end.
 */
export class LineSplitter {
  private pending = Buffer.alloc(0);

  /** The records that `chunk` completes. */
  push(chunk: Buffer): readonly Buffer[] {
    const records: Buffer[] = [];
    let rest = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    for (let length = recordLength(rest); length > 0; length = recordLength(rest)) {
      records.push(withoutCarriageReturn(rest.subarray(0, length)));
      rest = rest.subarray(length);
    }
    this.pending = Buffer.from(rest);
    return records;
  }

  /** The unfinished line at the end of the stream. */
  flush(): readonly Buffer[] {
    const rest = this.pending;
    this.pending = Buffer.alloc(0);
    return rest.length === 0 ? [] : [rest];
  }
}

/** How many bytes of `bytes` make the next record; 0 while it is not complete. */
function recordLength(bytes: Buffer): number {
  const lineEnd = bytes.indexOf(NEWLINE);
  if (lineEnd !== -1 && lineEnd <= LONGEST_RECORD_BYTES) return lineEnd + 1;
  return bytes.length > LONGEST_RECORD_BYTES ? LONGEST_RECORD_BYTES : 0;
}

function withoutCarriageReturn(record: Buffer): Buffer {
  if (record.at(-1) !== NEWLINE || record.at(-2) !== CARRIAGE_RETURN) return record;
  return Buffer.concat([record.subarray(0, -2), record.subarray(-1)]);
}
