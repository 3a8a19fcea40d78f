import type { TerminalSize } from '../../io.ts';
import { parseRemoteStatus, type RemoteStatus } from './remote-status.ts';

/**
 * One message of the remote command protocol (KEP-4006): a channel byte, then the payload. An unknown channel or a text is a
 * frame too, so that decoding never throws.
 */
export type Frame =
  | { readonly kind: 'stdout' | 'stderr'; readonly bytes: Buffer }
  | { readonly kind: 'status'; readonly status: RemoteStatus }
  /** The server sends it after the upgrade; it proves nothing about the container. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'unknown'; readonly channel: number }
  /** The binary protocols never send text. */
  | { readonly kind: 'text' };

const CHANNEL = { stdin: 0, stdout: 1, stderr: 2, status: 3, resize: 4, close: 255 } as const;

/** Longer stdin messages are split, as servers copy 32 KiB at a time. */
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

/** An empty stdin message, which is not passed on but resets the server's idle timer; a ping does not. */
export function encodeIdle(): Buffer {
  return Buffer.of(CHANNEL.stdin);
}

/**
 * The message with the size of the window, clamped to 1–65535: after a size that is no 16-bit integer the server silently
 * drops all input.
 */
export function encodeResize(size: TerminalSize): Buffer {
  const clamp = (value: number): number => Math.min(65_535, Math.max(1, Math.trunc(value) || 1));
  const text = JSON.stringify({ Width: clamp(size.columns), Height: clamp(size.rows) });
  return Buffer.concat([Buffer.of(CHANNEL.resize), Buffer.from(text)]);
}

/** The message of v5 that closes the remote stdin; older protocols ignore it. */
export function encodeEndOfStdin(): Buffer {
  return Buffer.of(CHANNEL.close, CHANNEL.stdin);
}
