import type { AttachStream } from '../streams/remote-stream.ts';

/** The way of input to whichever stream there is. Nothing that a stream has taken is ever sent again. */
export interface InputGate extends Pick<AttachStream, 'sendStdin' | 'endStdin' | 'unsentBytes'> {
  /** Input goes to this stream from now on, what was kept for it first. */
  readonly open: (stream: AttachStream) => void;
  /** There is no stream for now. */
  readonly shut: () => void;
  readonly pinged: () => void;
  readonly ponged: () => void;
  /** Whether some of what was sent may not have arrived: no ping that came after it was answered. */
  readonly isInDoubt: () => boolean;
  /** Whether the end of the input was handed over. */
  readonly hasEnded: () => boolean;
  /** Whether keys were typed that went nowhere, since the last call. */
  readonly takeDropped: () => boolean;
  /** Resolves once Ctrl-C is typed while there is no stream to send it to. */
  readonly left: Promise<void>;
}

const CTRL_C = 3;

/**
 * Makes a gate that is shut. What a person types while it is shut is dropped, as nobody wants a key to act later,
 * unseen; what comes from a pipe waits.
 */
export function makeInputGate({ dropsKeys }: { readonly dropsKeys: boolean }): InputGate {
  let stream: AttachStream | undefined;
  let kept: ((stream: AttachStream) => void)[] = [];
  let hasDropped = false;
  let hasEnded = false;
  let sent = 0;
  let confirmed = 0;
  let pinged: number[] = [];
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  const pass = (send: (stream: AttachStream) => void): void => {
    if (stream === undefined) return void kept.push(send);
    sent += 1;
    send(stream);
  };
  return {
    left,
    sendStdin: (bytes, onSent) => {
      if (stream !== undefined || !dropsKeys) {
        pass((open) => open.sendStdin(bytes, onSent));
        return;
      }
      hasDropped = true;
      if (bytes.includes(CTRL_C)) leave();
    },
    endStdin: () => {
      hasEnded = true;
      pass((open) => open.endStdin());
    },
    hasEnded: () => hasEnded,
    // A pipe is not read on while nobody takes it; keys are, for Ctrl-C and the detach keys.
    unsentBytes: () => stream?.unsentBytes() ?? (dropsKeys ? 0 : Infinity),
    open: (next) => {
      stream = next;
      pinged = [];
      confirmed = sent;
      const waiting = kept;
      kept = [];
      waiting.forEach(pass);
    },
    shut: () => (stream = undefined),
    pinged: () => pinged.push(sent),
    ponged: () => (confirmed = pinged.shift() ?? confirmed),
    isInDoubt: () => sent > confirmed,
    takeDropped: () => {
      const had = hasDropped;
      hasDropped = false;
      return had;
    },
  };
}
