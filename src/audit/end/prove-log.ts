import { readRecords, type Records } from '../../session/records/records.ts';

/** A log without the records of the envelope in it. */
interface ProvenLog {
  readonly records: Records;
  /** The part of the command's output that the log has. */
  readonly shown: Buffer;
}

const LINE_FEED = 10;

/**
 * Takes the records out of a log. If a record shares its line with unfinished output, that output goes to the end, where
 * the node puts it for a command without an envelope.
 */
export function proveLog(bytes: Buffer): ProvenLog {
  const records = readRecords({ secret: undefined, streams: ['stdout', 'stderr'], fromStart: true });
  const whole: Buffer[] = [];
  const unfinished: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(LINE_FEED, from) + 1;
    const line = bytes.subarray(from, end === 0 ? bytes.length : end);
    const shown = records.read('stdout', line);
    (shown.at(-1) === LINE_FEED ? whole : unfinished).push(shown);
    from += line.length;
  }
  return { records, shown: Buffer.concat([...whole, ...unfinished, records.rest('stdout')]) };
}
