import { Duplex } from 'node:stream';

/** A frame of the client: a control frame by its type, or data. */
export interface SeenFrame {
  readonly type: 'data' | number;
  readonly streamId: number;
  readonly isLast: boolean;
  readonly payload: Buffer;
}

/** The server's side of one tunnel, in the hands of the test. */
export interface RuntimeTunnel {
  /** All frames of the client so far. */
  readonly frames: readonly SeenFrame[];
  /** What the client sent on a stream, and whether it has ended its direction. */
  readonly sent: (streamId: number) => { readonly text: string; readonly hasEnded: boolean };
  readonly data: (streamId: number, bytes: Buffer | string, isLast?: boolean) => void;
  /** Ends a connection as containerd does: the data, then the error stream, with what it has to say. */
  readonly end: (connection: number, said?: string) => void;
  readonly reset: (streamId: number) => void;
  readonly goAway: () => void;
  /** Whether pings are answered; they are at first. */
  readonly answerPings: (answers: boolean) => void;
  readonly raw: (bytes: Buffer) => void;
  /** Cuts the connection. */
  readonly cut: () => void;
  readonly isCut: () => boolean;
}

const PING = 6;

/** The streams of the connection number `connection` of a tunnel, from 0: the error stream comes first. */
export function streamsOf(connection: number): { readonly error: number; readonly data: number } {
  return { error: 4 * connection + 1, data: 4 * connection + 3 };
}

/** Makes a tunnel whose server is the test, and the client's end of its connection. */
export function aRuntimeTunnel(): { readonly socket: Duplex; readonly tunnel: RuntimeTunnel } {
  const frames: SeenFrame[] = [];
  let answers = true;
  let rest = Buffer.alloc(0);
  const send = (bytes: Buffer): void => void socket.push(bytes);
  const take = (bytes: Buffer): void => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 8 && rest.length >= 8 + rest.readUIntBE(5, 3)) {
      const length = 8 + rest.readUIntBE(5, 3);
      const frame = decode(rest.subarray(0, length));
      if (frame.type === PING && answers) send(rest.subarray(0, length));
      frames.push(frame);
      rest = rest.subarray(length);
    }
  };
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      take(chunk);
      done();
    },
  });
  const data = (streamId: number, bytes: Buffer | string, isLast = false): void => {
    const payload = Buffer.from(bytes);
    send(Buffer.concat([words(streamId, (isLast ? 0x100_0000 : 0) + payload.length), payload]));
  };
  return {
    socket,
    tunnel: {
      frames,
      sent: (streamId) => {
        const own = frames.filter((frame) => frame.type === 'data' && frame.streamId === streamId);
        const text = Buffer.concat(own.map(({ payload }) => payload)).toString();
        return { text, hasEnded: own.some(({ isLast }) => isLast) };
      },
      data,
      end: (connection, said) => {
        const streams = streamsOf(connection);
        data(streams.data, '', true);
        if (said !== undefined) data(streams.error, said);
        data(streams.error, '', true);
      },
      reset: (streamId) => send(words(0x8003_0003, 8, streamId, 5)),
      goAway: () => send(words(0x8003_0007, 8, 1, 0)),
      answerPings: (wanted) => (answers = wanted),
      raw: send,
      cut: () => void socket.destroy(),
      isCut: () => socket.destroyed,
    },
  };
}

function decode(frame: Buffer): SeenFrame {
  const isControl = frame.readUInt8(0) >= 0x80;
  return {
    type: isControl ? frame.readUInt16BE(2) : 'data',
    streamId: isControl ? frame.readUInt32BE(8) : frame.readUInt32BE(0),
    isLast: frame.readUInt8(4) === 1,
    payload: frame.subarray(8),
  };
}

function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => bytes.writeUInt32BE(number, 4 * index));
  return bytes;
}
