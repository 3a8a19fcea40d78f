import { CONTROL, decodeHead, HEAD_BYTES, type FrameHead } from './frames.ts';

/** What a frame of the other side means to us. */
export type FrameEvent =
  /** A piece of a stream; a long data frame comes in several pieces. */
  | { readonly kind: 'data'; readonly streamId: number; readonly bytes: Buffer }
  /** The other side sends nothing more on this stream. */
  | { readonly kind: 'end'; readonly streamId: number }
  | { readonly kind: 'reset'; readonly streamId: number }
  | { readonly kind: 'ping'; readonly id: number }
  /** The other side takes no new streams. */
  | { readonly kind: 'go-away' }
  /** The bytes are no SPDY/3.1; nothing follows. */
  | { readonly kind: 'broken'; readonly why: string };

/** The longest payload of a control frame; ours have a few dozen bytes, and theirs are as short. */
const LONGEST_CONTROL = 64 * 1024;
const NOTHING = Buffer.alloc(0);

/**
 * Reads frames from pieces of bytes that begin and end anywhere. Data is handed on as it comes, without a copy. Header blocks
 * are skipped: a client learns nothing from them.
 */
export class FrameReader {
  private readonly onEvent: (event: FrameEvent) => void;
  private head: FrameHead | undefined;
  /** The beginning of a head or of a control frame. */
  private begun = NOTHING;
  /** How many bytes of a data frame are still to come. */
  private missing = 0;
  private isBroken = false;

  constructor(onEvent: (event: FrameEvent) => void) {
    this.onEvent = onEvent;
  }

  read(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0 && !this.isBroken) rest = this.readSome(rest);
  }

  /** Returns what it has not read. */
  private readSome(bytes: Buffer): Buffer {
    const { head } = this;
    if (head === undefined) return this.gather(bytes, HEAD_BYTES, (whole) => this.begin(decodeHead(whole)));
    if (head.kind === 'data') return this.readData(head, bytes);
    return this.gather(bytes, head.length, (payload) => this.endControl(head, payload));
  }

  private begin(head: FrameHead): void {
    this.head = head;
    this.missing = head.length;
    if (head.kind === 'data') {
      if (head.length === 0) this.endData(head);
      return;
    }
    if (head.version !== 3) this.breakOff(`a frame of SPDY version ${head.version}`);
    else if (head.length > LONGEST_CONTROL) this.breakOff(`a control frame of ${head.length} bytes`);
    else if (head.length === 0) this.endControl(head, NOTHING);
  }

  private readData(head: Extract<FrameHead, { kind: 'data' }>, bytes: Buffer): Buffer {
    const part = bytes.subarray(0, this.missing);
    this.missing -= part.length;
    this.onEvent({ kind: 'data', streamId: head.streamId, bytes: part });
    if (this.missing === 0) this.endData(head);
    return bytes.subarray(part.length);
  }

  private endData({ streamId, isLast }: Extract<FrameHead, { kind: 'data' }>): void {
    this.head = undefined;
    if (isLast) this.onEvent({ kind: 'end', streamId });
  }

  private endControl(head: Extract<FrameHead, { kind: 'control' }>, payload: Buffer): void {
    this.head = undefined;
    const id = payload.length < 4 ? 0 : payload.readUInt32BE(0) & 0x7fff_ffff;
    if (head.type === CONTROL.rstStream) this.onEvent({ kind: 'reset', streamId: id });
    if (head.type === CONTROL.ping) this.onEvent({ kind: 'ping', id });
    if (head.type === CONTROL.goAway) this.onEvent({ kind: 'go-away' });
    const mayEnd = head.type === CONTROL.synReply || head.type === CONTROL.headers;
    if (mayEnd && head.isLast) this.onEvent({ kind: 'end', streamId: id });
  }

  private gather(bytes: Buffer, length: number, use: (whole: Buffer) => void): Buffer {
    const taken = bytes.subarray(0, length - this.begun.length);
    const whole = this.begun.length === 0 ? taken : Buffer.concat([this.begun, taken]);
    if (whole.length < length) this.begun = Buffer.from(whole);
    else {
      this.begun = NOTHING;
      use(whole);
    }
    return bytes.subarray(taken.length);
  }

  private breakOff(why: string): void {
    this.isBroken = true;
    this.onEvent({ kind: 'broken', why });
  }
}
