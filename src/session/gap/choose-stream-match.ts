import { findMergedSplice, type MergedSplice, type Streams } from './find-two-streams-start.ts';
import { findSplice } from './find-stream-start.ts';
import { asLogged } from '../log/line-ends.ts';

const NOTHING = Buffer.alloc(0);
const LINE_FEED = '\n';

/**
 * Finds what an attach has missed, as the log stores it, given the log and all that the attach has brought until the
 * log was read. `isFinal` says that both are complete, so that their ends are the same.
 */
export function placeStreams(log: Buffer, attached: Streams, isFinal: boolean): MergedSplice {
  if (isFinal) return placeAtEnd(log, attached);
  const [hasStdout, hasStderr] = [attached.stdout.includes(LINE_FEED), attached.stderr.includes(LINE_FEED)];
  // Every whole line that the log has came before the attach as long as the streams have none.
  if (!hasStdout && !hasStderr) return { kind: 'found', missed: { stdout: log, stderr: NOTHING } };
  if (!hasStdout || !hasStderr) {
    const splice = findSplice(log, hasStdout ? attached.stdout : attached.stderr);
    if (splice.kind === 'found') return foundBefore(log.subarray(0, splice.missed), hasStderr);
    if (splice.kind === 'ambiguous') return splice;
  }
  const streams = { stdout: linesOf(attached.stdout), stderr: linesOf(attached.stderr) };
  return findMergedSplice(log, streams, false);
}

function placeAtEnd(log: Buffer, attached: Streams): MergedSplice {
  const streams = { stdout: asLogged(attached.stdout), stderr: asLogged(attached.stderr) };
  if (streams.stdout.length > 0 && streams.stderr.length > 0) return findMergedSplice(log, streams, true);
  const stream = Buffer.concat([streams.stdout, streams.stderr]);
  const missedBytes = log.length - stream.length;
  if (missedBytes < 0 || !log.subarray(missedBytes).equals(stream)) return { kind: 'not-yet' };
  return foundBefore(log.subarray(0, missedBytes), streams.stderr.length > 0);
}

/** The beginning of the line in which stderr begins belongs to stderr. */
function foundBefore(head: Buffer, isStderr: boolean): MergedSplice {
  const end = isStderr ? head.lastIndexOf(LINE_FEED) + 1 : head.length;
  return { kind: 'found', missed: { stdout: head.subarray(0, end), stderr: head.subarray(end) } };
}

function linesOf(stream: Buffer): Buffer {
  return asLogged(stream.subarray(0, stream.lastIndexOf(LINE_FEED) + 1));
}
