export type Channel = 'stdout' | 'stderr';

/** Lines that an attach has brought and that were not yet met in the log. */
export interface HeardLines {
  readonly accept: (channel: Channel, bytes: Buffer) => void;
  /** An attach begins, maybe in the middle of a line. */
  readonly startAnew: () => void;
  /** Whose line this is, if it is the next one of a stream; it is met then. */
  readonly takeNext: (line: string) => Channel | undefined;
  /** The same, but lines that stand before it may have been left out by the log, or have come too late. */
  readonly takeAny: (line: string) => Channel | undefined;
  /** What came behind the last line feed of each stream. */
  readonly unfinished: () => Readonly<Record<Channel, string>>;
}

/** Whole lines, or a part of a very long one. */
interface Chunk {
  readonly text: string;
  /** Where it stands among the chunks of both streams. */
  readonly order: number;
}

interface HeardStream {
  readonly chunks: Chunk[];
  /** How much of the first chunk was met. */
  metLength: number;
  rest: string;
  /** Whether a line of it was met, so that the next one is known well. */
  isMet: boolean;
  /** Whether what comes next does not go on where `rest` ends. */
  isAnew: boolean;
}

/** Beyond this much that was not met in the log, all of it is forgotten. */
const MAX_HEARD_BYTES = 8 * 1024 * 1024;
/** How many lines may have been left out. */
const MAX_LEFT_OUT = 1024;
/** A longer line is taken in parts of this size. */
const MAX_LINE_BYTES = 1024 * 1024;
const LINE_FEED = '\n';

/** Makes the memory of what is heard. Lines are latin1 text with their line feed, as the log stores them. */
export function makeHeardLines(): HeardLines {
  const streams = { stdout: anEmptyStream(), stderr: anEmptyStream() };
  let order = 0;
  let heardBytes = 0;
  const accept = (channel: Channel, bytes: Buffer): void => {
    const stream = streams[channel];
    // Not before: what came last may be all there is, and the new attach one to a container that ends.
    if (stream.isAnew) Object.assign(stream, { rest: '', isMet: false, isAnew: false });
    const { lines, rest } = cutLines(stream.rest + bytes.toString('latin1'));
    stream.rest = rest;
    for (const text of joinLines(lines).map(asLogged)) {
      stream.chunks.push({ text, order: order++ });
      heardBytes += text.length;
    }
    if (heardBytes <= MAX_HEARD_BYTES) return;
    heardBytes = 0;
    Object.assign(streams, { stdout: anEmptyStream(), stderr: anEmptyStream() });
  };
  const take = (line: string, maxLeftOut: (stream: HeardStream) => number): Channel | undefined => {
    const places = (['stdout', 'stderr'] as const).flatMap((channel) => {
      const place = findPlace(streams[channel], line, maxLeftOut(streams[channel]));
      return place === undefined ? [] : [{ channel, ...place }];
    });
    const [best] = places.toSorted((one, other) => one.leftOut - other.leftOut || one.order - other.order);
    if (best === undefined) return undefined;
    heardBytes -= meet(streams[best.channel], best.leftOut);
    return best.channel;
  };
  return {
    accept,
    startAnew: () => {
      for (const stream of Object.values(streams)) stream.isAnew = true;
    },
    takeNext: (line) => take(line, () => 0),
    // Of the first line of a stream the beginning may be missing, so that the log has another one in its place.
    takeAny: (line) => take(line, ({ isMet }) => (isMet ? MAX_LEFT_OUT : 1)),
    unfinished: () => ({ stdout: streams.stdout.rest, stderr: streams.stderr.rest }),
  };
}

function anEmptyStream(): HeardStream {
  return { chunks: [], metLength: 0, rest: '', isMet: false, isAnew: false };
}

/** Whole lines with their line feed, or parts of very long ones, and what stands behind them. */
export function cutLines(text: string): { readonly lines: readonly string[]; readonly rest: string } {
  const lines: string[] = [];
  let from = 0;
  for (let end = lineEnd(text, from); end !== undefined; end = lineEnd(text, from)) {
    lines.push(text.slice(from, end));
    from = end;
  }
  return { lines, rest: text.slice(from) };
}

function lineEnd(text: string, from: number): number | undefined {
  const feed = text.indexOf(LINE_FEED, from);
  if (feed !== -1) return Math.min(feed + 1, from + MAX_LINE_BYTES);
  return text.length - from >= MAX_LINE_BYTES ? from + MAX_LINE_BYTES : undefined;
}

/** Short lines cost less memory together; where a very long one was cut must be known. */
function joinLines(lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  return lines.every((line) => line.endsWith(LINE_FEED)) ? [lines.join('')] : lines;
}

/** The runtime drops the CR before each LF. */
function asLogged(text: string): string {
  return text.replaceAll('\r\n', LINE_FEED);
}

function findPlace(
  stream: HeardStream,
  line: string,
  maxLeftOut: number,
): { readonly leftOut: number; readonly order: number } | undefined {
  let leftOut = 0;
  let from = stream.metLength;
  for (const { text, order } of stream.chunks) {
    while (from < text.length && leftOut <= maxLeftOut) {
      const end = endIn(text, from);
      if (end - from === line.length && text.startsWith(line, from)) return { leftOut, order };
      from = end;
      leftOut += 1;
    }
    if (leftOut > maxLeftOut) return undefined;
    from = 0;
  }
  return undefined;
}

/** Where the line ends that begins there. */
function endIn(text: string, from: number): number {
  const feed = text.indexOf(LINE_FEED, from);
  return feed === -1 ? text.length : feed + 1;
}

/** Forgets the lines that were left out and the one behind them; returns how many bytes that are. */
function meet(stream: HeardStream, leftOut: number): number {
  let bytes = 0;
  stream.isMet = true;
  for (let lines = 0; lines <= leftOut; lines += 1) {
    const text = stream.chunks[0]?.text ?? '';
    const end = endIn(text, stream.metLength);
    bytes += end - stream.metLength;
    stream.metLength = end;
    if (end < text.length) continue;
    stream.chunks.shift();
    stream.metLength = 0;
  }
  return bytes;
}
