/** Where the chunks of a streamed body go; each call is one chunk, an event or a piece of a log. */
export interface BodyOutput {
  readonly write: (chunk: string | Buffer) => void;
  /** Aborted when the client goes away or the connection is cut. */
  readonly signal: AbortSignal;
}

/** An answer whose body is there at once. */
export type SingleReply =
  | {
      readonly kind: 'json';
      readonly status: number;
      readonly body: unknown;
      readonly warnings?: readonly string[];
    }
  | { readonly kind: 'text'; readonly status: number; readonly body: string };

/** An answer, always 200, whose body comes piece by piece. */
export interface StreamReply {
  readonly kind: 'stream';
  readonly contentType: string;
  /** Writes the body; the response ends when it resolves. */
  readonly run: (output: BodyOutput) => Promise<void>;
}

/** An answer that was decided and not yet sent. */
export type Reply = SingleReply | StreamReply;
