import type { SpdyClient, SpdyStream } from '../spdy/spdy-client.ts';

/** How a forwarded connection ended. */
export type PairEnd =
  /** The program in the pod has ended its output, or the runtime has closed its side. */
  | { readonly kind: 'ended' }
  /** In the runtime's words, which are not printable yet. */
  | { readonly kind: 'failed'; readonly said: string }
  | { readonly kind: 'reset' };

/** Hears what comes from the pod. */
export interface PairListener {
  readonly onData: (bytes: Buffer) => void;
  readonly onEnd: (end: PairEnd) => void;
}

/** One connection to a port of a pod, inside a tunnel. */
export type StreamPair = SpdyStream;

/** More of an error text is not kept. */
const LONGEST_TEXT = 4096;

/** The request of a pair: both of its streams name it. */
export interface PairRequest {
  readonly id: number;
  readonly port: number;
}

/**
 * Opens the two streams of one connection: `error`, on which the runtime says what failed, and `data`. The opening and the
 * first data need no answer first. The end is told when both streams have ended: a runtime ends the data before it says on the
 * other stream why.
 * See https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/4006-transition-spdy-to-websockets
 */
export function openPair(
  client: SpdyClient,
  { id, port }: PairRequest,
  { listener, write }: { readonly listener: PairListener; readonly write: (bytes: Buffer) => void },
): StreamPair {
  const said: Buffer[] = [];
  let length = 0;
  let open = 2;
  let wasReset = false;
  const onEnd = (how: 'ended' | 'reset'): void => {
    wasReset ||= how === 'reset';
    open -= 1;
    if (open === 0) listener.onEnd(describeEnd(Buffer.concat(said).toString('utf8'), wasReset));
  };
  const onText = (bytes: Buffer): void => {
    const part = bytes.subarray(0, LONGEST_TEXT - length);
    length += part.length;
    said.push(part);
  };
  const headers = { port: String(port), requestid: String(id) };
  const errors = client.open({ streamtype: 'error', ...headers }, { onData: onText, onEnd }, true);
  const data = client.open({ streamtype: 'data', ...headers }, { onData: listener.onData, onEnd }, false);
  write(Buffer.concat([errors.opening, data.opening]));
  return {
    ...data.stream,
    reset: () => {
      errors.stream.reset();
      data.stream.reset();
    },
  };
}

function describeEnd(said: string, wasReset: boolean): PairEnd {
  if (said !== '') return { kind: 'failed', said };
  return wasReset ? { kind: 'reset' } : { kind: 'ended' };
}
