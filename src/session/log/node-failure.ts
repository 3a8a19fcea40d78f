import { LINE_FEED } from './line-ends.ts';

/**
 * How a kubelet begins an error that it writes into a log it has begun to send: its runtime is away, or has forgotten the
 * container.
 */
const FAILURE = /^(?:rpc error: code = |unable to retrieve container logs for )/;

/** A longer line is no such error. */
const MAX_BYTES = 4096;

/** Returns the kubelet's own error, if the last, unfinished line of a log is one. */
export function nodeFailureOf(unfinished: Buffer): string | undefined {
  if (unfinished.length > MAX_BYTES) return undefined;
  const text = unfinished.toString();
  return FAILURE.test(text) ? text : undefined;
}

/** Returns how many of these bytes cannot be such an error: whole lines, and lines that are too long. */
export function certainBytes(bytes: Buffer): number {
  const end = bytes.lastIndexOf(LINE_FEED) + 1;
  return bytes.length - end > MAX_BYTES ? bytes.length : end;
}
