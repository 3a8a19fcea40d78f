/** A request as the hook and the request log see it. */
export interface HookRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** `system:anonymous` without a token; empty when the token is unknown. */
  readonly user: string;
}

/** How to answer one request; the fields can be combined. */
export interface HookAnswer {
  /** Waits this long before the answer. */
  readonly delayMs?: number;
  /** Answers with this status and does not carry out the request. */
  readonly status?: number;
  /** An object is sent as JSON, a string unchanged. */
  readonly body?: string | object;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Breaks the connection after this many bytes of the body, or of the messages of an attach or exec; 0 breaks it
   * before the first byte of the answer.
   */
  readonly cutAfterBytes?: number;
  /** Breaks the connection after this many chunks: events of a watch, pieces of a log, messages of a stream. */
  readonly cutAfterEvents?: number;
  /** Ends the body or the stream properly instead of breaking the connection. */
  readonly cutCleanly?: boolean;
}

/**
 * Called for each request once its user is known, before anything else happens. Tests inject 429, 410, delays and
 * broken connections with it.
 */
export type Hook = (request: HookRequest) => HookAnswer | undefined | Promise<HookAnswer | undefined>;
