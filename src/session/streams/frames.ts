import type { TerminalSize } from '../../io.ts';
import { parseRemoteStatus, type RemoteStatus } from './remote-status.ts';

/**
 * One message of the remote command protocol: a channel byte, then the payload. Unknown channels and texts are
 * frames too, so that reading one never throws. See KEP-4006.
 */
export type Frame =
  | { readonly kind: 'stdout' | 'stderr'; readonly bytes: Buffer }
  | { readonly kind: 'status'; readonly status: RemoteStatus }
  /** The server's sign that the upgrade worked, which proves nothing about the container. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'unknown'; readonly channel: number }
  /** The binary protocols never send text. */
  | { readonly kind: 'text' };

const CHANNEL = { stdin: 0, stdout: 1, stderr: 2, status: 3, resize: 4, close: 255 } as const;

/** Longer stdin messages are split: servers copy in pieces of 32 KiB. */
export const MAX_STDIN_BYTES = 32 * 1024;

/** Reads one WebSocket message; never throws. */
export function decodeFrame(data: Buffer, isBinary: boolean): Frame {
  if (!isBinary) return { kind: 'text' };
  const channel = data[0];
  if (channel === undefined) return { kind: 'empty' };
  const payload = data.subarray(1);
  if (channel === CHANNEL.status)
    return { kind: 'status', status: parseRemoteStatus(payload.toString('utf8')) };
  if (channel !== CHANNEL.stdout && channel !== CHANNEL.stderr) return { kind: 'unknown', channel };
  if (payload.length === 0) return { kind: 'empty' };
  return { kind: channel === CHANNEL.stdout ? 'stdout' : 'stderr', bytes: payload };
}

/** The messages that carry `bytes` to the remote stdin, in order. */
export function encodeStdin(bytes: Buffer): readonly Buffer[] {
  const count = Math.ceil(bytes.length / MAX_STDIN_BYTES);
  return Array.from({ length: count }, (_, index) =>
    Buffer.concat([
      Buffer.of(CHANNEL.stdin),
      bytes.subarray(index * MAX_STDIN_BYTES, (index + 1) * MAX_STDIN_BYTES),
    ]),
  );
}

/** An empty stdin message: it reaches nobody, but moves the server's idle timer, which pings do not. */
export function encodeIdle(): Buffer {
  return Buffer.of(CHANNEL.stdin);
}

/**
 * The message that tells the size of the window. A size that is no integer of 16 bits makes the server drop all
 * later input without a word, so it is clamped to 1–65535.
 */
export function encodeResize(size: TerminalSize): Buffer {
  const clamp = (value: number): number => Math.min(65_535, Math.max(1, Math.trunc(value) || 1));
  const text = JSON.stringify({ Width: clamp(size.columns), Height: clamp(size.rows) });
  return Buffer.concat([Buffer.of(CHANNEL.resize), Buffer.from(text)]);
}

/** The v5 message that ends the remote stdin; older protocols ignore it. */
export function encodeEndOfStdin(): Buffer {
  return Buffer.of(CHANNEL.close, CHANNEL.stdin);
}
