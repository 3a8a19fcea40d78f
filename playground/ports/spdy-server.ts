import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Cut } from '../api/request/cut.ts';
import { HeaderCodec, type Headers } from './header-codec.ts';

/** One stream that the client opened. */
export interface ServerStream {
  readonly headers: Headers;
  /** The next piece of what the client sends; undefined at its end. Until it is taken, nothing else is read. */
  readonly read: () => Promise<Buffer | undefined>;
  /** Resolves once the client's side takes more. */
  readonly write: (bytes: Buffer) => Promise<void>;
  readonly end: () => void;
  /** Ends both directions. */
  readonly reset: () => void;
}

const SYN_STREAM = 1;
const SYN_REPLY = 2;
const RST_STREAM = 3;
const PING = 6;
const FIN = 1;
const CANCEL = 5;

/** A stream as the reader of the connection feeds it. */
interface Fed {
  readonly stream: ServerStream;
  /** Resolves once the piece is taken, or the stream is over. */
  readonly feed: (piece: Buffer) => Promise<void>;
  /** Nothing more comes. */
  readonly end: () => void;
  readonly close: () => void;
}

/**
 * The server's side of SPDY/3.1 as spdystream has it, on which container runtimes build: without flow control, so that a stream
 * whose data nobody takes stops the connection.
 * See https://github.com/moby/spdystream
 */
export class SpdyServer {
  private readonly socket: Duplex;
  private readonly codec = new HeaderCodec();
  private readonly onStream: (stream: ServerStream) => void;
  private readonly cut: Cut;
  private readonly streams = new Map<number, Fed>();
  private received: Buffer = Buffer.alloc(0);
  /** Set while the connection takes no more bytes. */
  private room: Promise<void> | undefined;

  constructor(socket: Duplex, cut: Cut, onStream: (stream: ServerStream) => void) {
    this.socket = socket;
    this.cut = cut;
    this.onStream = onStream;
  }

  /** Serves until the connection ends. */
  async serve(): Promise<void> {
    try {
      for await (const chunk of this.socket) await this.take(chunk as Buffer);
    } catch {
      // The client cut the connection: that ends it as well.
    } finally {
      this.streams.forEach(({ close }) => close());
      this.socket.destroy();
    }
  }

  private async take(chunk: Buffer): Promise<void> {
    this.received = Buffer.concat([this.received, chunk]);
    for (;;) {
      if (this.received.length < 8) return;
      const end = 8 + this.received.readUIntBE(5, 3);
      if (this.received.length < end) return;
      const frame = this.received.subarray(0, end);
      this.received = this.received.subarray(end);
      await this.takeFrame(frame);
    }
  }

  private async takeFrame(frame: Buffer): Promise<void> {
    const isLast = (frame.readUInt8(4) & FIN) !== 0;
    const payload = frame.subarray(8);
    const isControl = frame.readUInt8(0) >= 0x80;
    if (isControl) await this.takeControl(frame.readUInt16BE(2), payload, isLast);
    else await this.takeData(this.streams.get(frame.readUInt32BE(0)), payload, isLast);
  }

  private async takeData(fed: Fed | undefined, payload: Buffer, isLast: boolean): Promise<void> {
    if (payload.length > 0) await fed?.feed(payload);
    if (isLast) fed?.end();
  }

  private async takeControl(type: number, payload: Buffer, isLast: boolean): Promise<void> {
    const id = payload.readUInt32BE(0);
    if (type === SYN_STREAM) await this.open(id, this.codec.decode(payload.subarray(10)), isLast);
    if (type === RST_STREAM) this.streams.get(id)?.close();
    if (type === PING && id % 2 === 1) await this.send(control(PING, words(id)));
  }

  private async open(id: number, headers: Headers, isLast: boolean): Promise<void> {
    const fed = this.makeStream(id, headers);
    this.streams.set(id, fed);
    if (isLast) fed.end();
    this.onStream(fed.stream);
    await this.send(control(SYN_REPLY, Buffer.concat([words(id), this.codec.encodeNone()])));
  }

  private makeStream(id: number, headers: Headers): Fed {
    const inbox = makeInbox();
    let isFinished = false;
    const finish = (frame: Buffer): void => {
      if (!isFinished) void this.send(frame);
      isFinished = true;
    };
    return {
      feed: inbox.put,
      end: () => void inbox.put(undefined),
      close: () => {
        this.streams.delete(id);
        inbox.close();
      },
      stream: {
        headers,
        read: inbox.take,
        write: (bytes) => (isFinished ? Promise.resolve() : this.send(data(id, bytes, 0))),
        end: () => finish(data(id, Buffer.alloc(0), FIN)),
        reset: () => {
          inbox.close();
          finish(control(RST_STREAM, words(id, CANCEL)));
        },
      },
    };
  }

  private async send(frame: Buffer): Promise<void> {
    if (this.socket.destroyed) return;
    const { part, isOver } = this.cut.pass(frame);
    const hasRoom = this.socket.write(part);
    if (isOver) this.socket.destroy();
    if (hasRoom || isOver) return;
    await (this.room ??= this.waitForRoom());
  }

  /** Any number of streams may wait. */
  private async waitForRoom(): Promise<void> {
    const ended = new AbortController();
    const end = (): void => ended.abort();
    this.socket.once('close', end);
    await once(this.socket, 'drain', { signal: ended.signal }).catch(() => undefined); // it ended instead
    this.socket.off('close', end);
    this.room = undefined;
  }
}

/** Hands one piece at a time from the reader of the connection to the reader of the stream. */
function makeInbox() {
  const pieces: { readonly piece: Buffer | undefined; readonly taken: () => void }[] = [];
  let isClosed = false;
  let wake: () => void = () => undefined;
  return {
    put: (piece: Buffer | undefined) =>
      new Promise<void>((taken) => {
        if (isClosed) taken();
        else pieces.push({ piece, taken });
        wake();
      }),
    take: async (): Promise<Buffer | undefined> => {
      while (pieces.length === 0 && !isClosed) await new Promise<void>((resolve) => (wake = resolve));
      const next = pieces.shift();
      next?.taken();
      return next?.piece;
    },
    close: () => {
      isClosed = true;
      for (const { taken } of pieces.splice(0)) taken();
      wake();
    },
  };
}

function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => bytes.writeUInt32BE(number, 4 * index));
  return bytes;
}

function control(type: number, payload: Buffer): Buffer {
  return Buffer.concat([words(0x8003_0000 + type, payload.length), payload]);
}

function data(id: number, bytes: Buffer, flags: number): Buffer {
  return Buffer.concat([words(id, flags * 0x100_0000 + bytes.length), bytes]);
}
