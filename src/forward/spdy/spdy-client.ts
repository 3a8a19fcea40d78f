import { encodeData, encodePing, encodeRstStream, encodeSynStream, LONGEST_DATA } from './frames.ts';
import { FrameReader, type FrameEvent } from './frame-reader.ts';
import { makeHeaderBlocks } from './header-block.ts';

/** Hears what comes on one stream. */
export interface StreamListener {
  readonly onData: (bytes: Buffer) => void;
  /** Nothing more comes: the other side ended its direction, or reset the stream. Called once. */
  readonly onEnd: (how: 'ended' | 'reset') => void;
}

/** Our side of one stream. */
export interface SpdyStream {
  /** Calls `onSent` once the network has taken the bytes, or enough of what was sent before. */
  readonly send: (chunks: readonly Buffer[], onSent: () => void) => void;
  /** Ends our direction. */
  readonly end: () => void;
  /** Ends both directions; nothing more is heard of the stream. */
  readonly reset: () => void;
}

/** Where the bytes of a connection go, and what is told about it. */
export interface SpdyOptions {
  readonly write: (bytes: Buffer, onSent?: () => void) => void;
  /** The other side takes no new streams. */
  readonly onGoAway: () => void;
  readonly onPong: (id: number) => void;
  /** What came is no SPDY/3.1. */
  readonly onBroken: (why: string) => void;
}

/** Ids of a client are odd, and have 31 bits. */
const LAST_ID = 0x7fff_ffff;

/**
 * The client's side of a SPDY/3.1 connection over any bytes, as far as the streaming servers of Kubernetes speak it: without
 * flow control. See https://www.chromium.org/spdy/spdy-protocol/spdy-protocol-draft3-1
 */
export class SpdyClient {
  private readonly options: SpdyOptions;
  private readonly makeHeaderBlock = makeHeaderBlocks();
  private readonly reader = new FrameReader((event) => this.hear(event));
  private readonly listeners = new Map<number, StreamListener>();
  private nextId = 1;
  private lastPing = -1;

  constructor(options: SpdyOptions) {
    this.options = options;
  }

  /** Takes bytes of the other side. */
  read(bytes: Buffer): void {
    this.reader.read(bytes);
  }

  /** Whether ids for `count` more streams are left. */
  hasIdsFor(count: number): boolean {
    return this.nextId + 2 * count <= LAST_ID;
  }

  /**
   * Prepares a stream: the caller sends `opening`, and may send data in the same message, as an answer to it has nothing to say.
   * `isSilent` if we send nothing on it.
   */
  open(
    headers: Readonly<Record<string, string>>,
    listener: StreamListener,
    isSilent: boolean,
  ): { readonly stream: SpdyStream; readonly opening: Buffer } {
    const streamId = this.nextId;
    this.nextId += 2;
    this.listeners.set(streamId, listener);
    const opening = encodeSynStream({ streamId, isLast: isSilent }, this.makeHeaderBlock(headers));
    return { opening, stream: this.streamOf(streamId) };
  }

  /** Asks for an answer, and returns the id that comes back. */
  ping(): number {
    // Pings of a client have odd ids, too.
    this.lastPing = (this.lastPing + 2) & LAST_ID;
    this.options.write(encodePing(this.lastPing));
    return this.lastPing;
  }

  private streamOf(streamId: number): SpdyStream {
    const { write } = this.options;
    return {
      send: (chunks, onSent) => sendData(write, { streamId, chunks }, onSent),
      end: () => write(encodeData(streamId, [], true)),
      reset: () => {
        this.listeners.delete(streamId);
        write(encodeRstStream(streamId));
      },
    };
  }

  private hear(event: FrameEvent): void {
    switch (event.kind) {
      case 'data':
        this.listeners.get(event.streamId)?.onData(event.bytes);
        return;
      case 'end':
        this.end(event.streamId, 'ended');
        return;
      case 'reset':
        this.end(event.streamId, 'reset');
        return;
      case 'ping':
        if (event.id % 2 === 1) this.options.onPong(event.id);
        else this.options.write(encodePing(event.id));
        return;
      case 'go-away':
        this.options.onGoAway();
        return;
      case 'broken':
        this.options.onBroken(event.why);
    }
  }

  private end(streamId: number, how: 'ended' | 'reset'): void {
    const listener = this.listeners.get(streamId);
    this.listeners.delete(streamId);
    listener?.onEnd(how);
  }
}

/** Sends small chunks in one frame, and large ones in several. */
function sendData(
  write: SpdyOptions['write'],
  { streamId, chunks }: { readonly streamId: number; readonly chunks: readonly Buffer[] },
  onSent: () => void,
): void {
  const batches = batchesOf(chunks);
  batches.forEach((batch, index) =>
    write(encodeData(streamId, batch, false), index === batches.length - 1 ? onSent : undefined),
  );
  if (batches.length === 0) onSent();
}

function batchesOf(chunks: readonly Buffer[]): readonly (readonly Buffer[])[] {
  const batches: Buffer[][] = [];
  let room = 0;
  for (const piece of chunks.flatMap(piecesOf)) {
    const batch = batches.at(-1);
    if (batch === undefined || piece.length > room) {
      batches.push([piece]);
      room = LONGEST_DATA - piece.length;
    } else {
      batch.push(piece);
      room -= piece.length;
    }
  }
  return batches;
}

function piecesOf(chunk: Buffer): readonly Buffer[] {
  const pieces = [];
  for (let start = 0; start < chunk.length; start += LONGEST_DATA)
    pieces.push(chunk.subarray(start, start + LONGEST_DATA));
  return pieces;
}
