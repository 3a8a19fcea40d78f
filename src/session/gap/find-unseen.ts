import { asLogged, LINE_FEED, startsWith, withoutLastCr } from '../log/line-ends.ts';

/** The end of what two streams have shown since their first byte, which is the first byte of the log as well. */
export interface SeenStreams {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** How many bytes of both came before; they are forgotten. */
  readonly forgottenBytes: number;
}

/** A part of a log that was not shown; of a line that none of was, nothing tells whose it is, and it counts as stdout's. */
export interface UnseenPart {
  readonly channel: 'stdout' | 'stderr';
  readonly bytes: Buffer;
}

/**
 * Finds the lines of a log that were not shown, in its order. The log has both streams in one, and orders their lines
 * otherwise than they came; each stream is in order in both. Where it does not have all that was shown, as it lags
 * behind, the answer is undefined.
 */
export function findUnseen(
  log: Buffer,
  { stdout, stderr, forgottenBytes }: SeenStreams,
): readonly UnseenPart[] | undefined {
  const isWhole = forgottenBytes === 0;
  const firstLinesBytes = isWhole
    ? 0
    : [stdout, stderr].reduce((sum, shown) => sum + shown.length - afterFirstLine(shown).length, 0);
  const open = (channel: UnseenPart['channel'], shown: Buffer): SeenStream =>
    openStream(channel, isWhole ? shown : afterFirstLine(shown));
  const streams = [open('stdout', stdout), open('stderr', stderr)];
  // What was forgotten may stand behind what is remembered by a little: in the first half nothing counts as new.
  const newFrom = isWhole ? 0 : forgottenBytes + (stdout.length + stderr.length) / 2;
  const unseen: UnseenPart[] = [];
  let takenForSeenBytes = 0;
  for (let from = 0; from < log.length;) {
    const end = log.indexOf(LINE_FEED, from) + 1;
    const line = log.subarray(from, end === 0 ? log.length : end);
    const left = from >= forgottenBytes ? takeFrom(streams, line) : undefined;
    if (left !== undefined) unseen.push(left);
    else if (from >= newFrom) unseen.push({ channel: 'stdout', bytes: line });
    else takenForSeenBytes += line.length;
    from += line.length;
  }
  const isBehind = streams.some((stream) => !stream.isOver());
  const isInDoubt = takenForSeenBytes > forgottenBytes + firstLinesBytes;
  return isBehind || isInDoubt ? undefined : unseen.filter(({ bytes }) => bytes.length > 0);
}

/** What is remembered may begin within a line. */
function afterFirstLine(shown: Buffer): Buffer {
  return shown.subarray(shown.indexOf(LINE_FEED) + 1);
}

interface SeenStream {
  /** What of this line was not shown, if it is the stream's next one; undefined otherwise. */
  readonly take: (line: Buffer) => UnseenPart | undefined;
  readonly isOver: () => boolean;
}

/** The first stream that has the line next says what of it is new. */
function takeFrom(streams: readonly SeenStream[], line: Buffer): UnseenPart | undefined {
  for (const stream of streams) {
    const left = stream.take(line);
    if (left !== undefined) return left;
  }
  return undefined;
}

function openStream(channel: UnseenPart['channel'], shown: Buffer): SeenStream {
  const logged = asLogged(shown);
  let at = 0;
  let end = 0;
  // Found once, as any number of other lines may come before it in the log.
  let next = logged;
  const findNext = (): void => {
    end = logged.indexOf(LINE_FEED, at) + 1;
    next = end === 0 ? withoutLastCr(logged.subarray(at)) : logged.subarray(at, end);
  };
  findNext();
  return {
    isOver: () => at === logged.length,
    take: (line) => {
      if (at === logged.length) return undefined;
      const isSame = end === 0 ? startsWith(line, next) : line.length === next.length && line.equals(next);
      if (!isSame) return undefined;
      const left = line.subarray(next.length);
      at = end === 0 ? logged.length : end;
      findNext();
      return { channel, bytes: left };
    },
  };
}
