import type { OutgoingHttpHeaders } from 'node:http';

/** One HTTP request to the server. */
export interface Call {
  readonly method: string;
  /** Includes the query, but not the path of the server's address. */
  readonly path: string;
  /** Replaces the path of the server's address after a redirect. */
  readonly basePath?: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string;
  readonly signal: AbortSignal;
}
