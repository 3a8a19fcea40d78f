/** Takes the chunks of a streamed body: an event or a piece of a log each. */
interface BodyOutput {
  readonly write: (chunk: string | Buffer) => void;
  /** Aborted when the client goes away or the connection is cut. */
  readonly signal: AbortSignal;
}

/** An answer with a complete body. */
export type SingleReply =
  | {
      readonly kind: 'json';
      readonly status: number;
      readonly body: unknown;
      readonly warnings?: readonly string[];
    }
  | { readonly kind: 'text'; readonly status: number; readonly body: string };

/** An answer with a streamed body; its status is 200. */
export interface StreamReply {
  readonly kind: 'stream';
  readonly contentType: string;
  /** Writes the body; the response ends when it resolves. */
  readonly run: (output: BodyOutput) => Promise<void>;
}

/** An answer that is not sent yet. */
export type Reply = SingleReply | StreamReply;
