import { asLogged, LINE_FEED, startsWith, withoutLastCr } from '../log/line-ends.ts';

/** The end of what two streams have shown. They began where the log begins. */
export interface SeenStreams {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** How many bytes of both came before, and are not remembered. */
  readonly forgottenBytes: number;
}

/** A part of a log that was not shown. A whole line counts as stdout, as the log does not tell the streams apart. */
export interface UnseenPart {
  readonly channel: 'stdout' | 'stderr';
  readonly bytes: Buffer;
}

/**
 * Finds the lines of a log that were not shown, in its order. The log merges both streams: it keeps the order of each, but
 * not the order in which they came. Returns undefined while the log lags behind what was shown.
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
  // Forgotten lines may come a little behind remembered ones, so nothing in the first half counts as new.
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

/** Drops the first line, of which only the end may be remembered. */
function afterFirstLine(shown: Buffer): Buffer {
  return shown.subarray(shown.indexOf(LINE_FEED) + 1);
}

interface SeenStream {
  /** Returns the part of this line that was not shown if the line is the stream's next one, else undefined. */
  readonly take: (line: Buffer) => UnseenPart | undefined;
  readonly isOver: () => boolean;
}

/** Returns what is new of a line, by the first stream that has it next. */
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
  // Kept between calls, as any number of other lines may come before it in the log.
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
