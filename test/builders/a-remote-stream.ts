import type { RemoteStream, StreamEnd } from '../../src/session/streams/remote-stream.ts';

/** A stream that records what is sent as words. */
interface FakeRemoteStream {
  readonly stream: RemoteStream;
  /** `stdin …`, `end-stdin`, `idle`, `resize 80x24`, `ping`, `close`, `break-off …`. */
  readonly sent: readonly string[];
  /** Sets how many bytes are unsent, and reports earlier messages as sent. */
  readonly setUnsent: (bytes: number) => void;
  readonly end: (end: StreamEnd) => void;
}

export function aRemoteStream({ canEndStdin = true } = {}): FakeRemoteStream {
  const sent: string[] = [];
  let unsent = 0;
  let onTaken: (() => void)[] = [];
  let end: (how: StreamEnd) => void = () => undefined;
  const ended = new Promise<StreamEnd>((resolve) => (end = resolve));
  return {
    sent,
    setUnsent: (bytes) => {
      unsent = bytes;
      const told = onTaken;
      onTaken = [];
      told.forEach((tell) => tell());
    },
    end,
    stream: {
      canEndStdin,
      sendStdin: (bytes, onSent) => {
        sent.push(`stdin ${bytes.toString('latin1')}`);
        if (onSent !== undefined) onTaken.push(onSent);
      },
      endStdin: () => void sent.push('end-stdin'),
      sendIdle: () => void sent.push('idle'),
      resize: ({ columns, rows }) => void sent.push(`resize ${columns}x${rows}`),
      ping: () => void sent.push('ping'),
      unsentBytes: () => unsent,
      ended,
      close: () => void sent.push('close'),
      breakOff: (reason) => {
        sent.push(`break-off ${reason}`);
        end({ kind: 'broken', reason });
      },
    },
  };
}
