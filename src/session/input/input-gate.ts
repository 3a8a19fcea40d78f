import type { RemoteStream } from '../streams/remote-stream.ts';

/** Passes input to the stream that is open at the time. Input that a stream has taken is never sent again. */
export interface InputGate extends Pick<RemoteStream, 'sendStdin' | 'endStdin' | 'unsentBytes'> {
  /** From now on input goes to this stream, the input that was kept first. */
  readonly open: (stream: RemoteStream) => void;
  /** Says that there is no stream at present. */
  readonly shut: () => void;
  readonly pinged: () => void;
  readonly ponged: () => void;
  /** Whether some of what was sent may not have arrived: no ping after it was answered. */
  readonly isInDoubt: () => boolean;
  /** Whether the input has ended. */
  readonly hasEnded: () => boolean;
  /** Whether keys were dropped since the last call. */
  readonly takeDropped: () => boolean;
  /** Resolves once Ctrl-C is typed while there is no stream. */
  readonly left: Promise<void>;
}

const CTRL_C = 3;

/**
 * Returns a gate that is shut. Keys that are typed while it is shut are dropped, as they must not act later, unseen; input
 * from a pipe waits.
 */
export function makeInputGate({ dropsKeys }: { readonly dropsKeys: boolean }): InputGate {
  let stream: RemoteStream | undefined;
  let kept: ((stream: RemoteStream) => void)[] = [];
  let hasDropped = false;
  let hasEnded = false;
  let sent = 0;
  let confirmed = 0;
  let pinged: number[] = [];
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  const pass = (send: (stream: RemoteStream) => void): void => {
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
    // While the gate is shut, a pipe is not read; keys are, for Ctrl-C and the detach keys.
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
