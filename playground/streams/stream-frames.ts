import type { TerminalSize } from '../../src/io.ts';
import { isJsonObject } from '../json.ts';

/** The subprotocols of attach and exec; only v5 has a message that closes stdin (KEP-4006). */
export type StreamProtocol = 'v5.channel.k8s.io' | 'v4.channel.k8s.io';

/** The first byte of each message. */
export const CHANNEL = { stdin: 0, stdout: 1, stderr: 2, status: 3, resize: 4, close: 255 } as const;

/** A decoded message of a client. */
export type ClientMessage =
  | { readonly kind: 'stdin'; readonly data: Buffer }
  | { readonly kind: 'resize'; readonly size: TerminalSize }
  /** A real server then silently stops reading stdin and sizes. */
  | { readonly kind: 'broken-resize' }
  | { readonly kind: 'end-stdin' }
  /** A real server then closes the connection, with 1000 and without a Status. */
  | { readonly kind: 'broken-close' }
  | { readonly kind: 'ignored' };

const IGNORED: ClientMessage = { kind: 'ignored' };
const MAX_SIZE = 65535;
const MAX_PAYLOAD = 32 * 1024;

/** Decodes one message as a real server does in either protocol. */
export function decodeClientMessage(message: Buffer, protocol: StreamProtocol): ClientMessage {
  const payload = message.subarray(1);
  switch (message[0]) {
    case CHANNEL.stdin:
      return payload.length === 0 ? IGNORED : { kind: 'stdin', data: payload };
    case CHANNEL.resize:
      return payload.length === 0 ? IGNORED : decodeResize(payload.toString());
    case CHANNEL.close:
      return protocol === 'v5.channel.k8s.io' ? decodeClose(payload) : IGNORED;
    default:
      return IGNORED;
  }
}

function decodeClose(payload: Buffer): ClientMessage {
  const channel = payload[0];
  if (payload.length !== 1 || channel === undefined || channel > CHANNEL.resize)
    return { kind: 'broken-close' };
  return channel === CHANNEL.stdin ? { kind: 'end-stdin' } : IGNORED;
}

function decodeResize(text: string): ClientMessage {
  const size = parseSize(text);
  if (size === undefined) return { kind: 'broken-resize' };
  // The runtime ignores a size of zero.
  return size.columns > 0 && size.rows > 0 ? { kind: 'resize', size } : IGNORED;
}

/** Reads the size as Go's decoder does: field names in any case, unsigned numbers of 16 bits. */
function parseSize(text: string): TerminalSize | undefined {
  const value = parseJson(text);
  if (!isJsonObject(value)) return undefined;
  const sides = new Map(Object.entries(value).map(([key, side]) => [key.toLowerCase(), side]));
  const columns = sides.get('width') ?? 0;
  const rows = sides.get('height') ?? 0;
  return isSide(columns) && isSide(rows) ? { columns, rows } : undefined;
}

function isSide(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_SIZE;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller handles text that is not JSON.
    return undefined;
  }
}

/** Splits `data` into messages on a channel, none longer than a real server's copy buffer. */
export function encodeServerMessages(channel: number, data: Buffer): readonly Buffer[] {
  const messages = [];
  for (let start = 0; start < data.length; start += MAX_PAYLOAD) {
    messages.push(Buffer.concat([Buffer.of(channel), data.subarray(start, start + MAX_PAYLOAD)]));
  }
  return messages;
}
