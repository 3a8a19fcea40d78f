/**
 * How a kubelet begins an error that it writes into a log which it has begun to send already: its runtime is away, or has
 * forgotten the container.
 */
const FAILURE = /^(?:rpc error: code = |unable to retrieve container logs for )/;

/** A longer line is not the kubelet's. */
const MAX_BYTES = 4096;
const LINE_FEED = 10;

/** The kubelet's own error, if that is what stands in place of the last, unfinished line of a log. */
export function nodeFailureOf(unfinished: Buffer): string | undefined {
  if (unfinished.length > MAX_BYTES) return undefined;
  const text = unfinished.toString();
  return FAILURE.test(text) ? text : undefined;
}

/** How much of what has come so far cannot be such an error: whole lines, and lines that are too long. */
export function certainBytes(bytes: Buffer): number {
  const end = bytes.lastIndexOf(LINE_FEED) + 1;
  return bytes.length - end > MAX_BYTES ? bytes.length : end;
}
