import type { OutgoingHttpHeaders } from 'node:http';

/** One request as it goes over the wire. */
export interface Call {
  readonly method: string;
  /** With the query, without the path of the server's address. */
  readonly path: string;
  /** In place of the path of the server's address, after a redirect. */
  readonly basePath?: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string;
  readonly signal: AbortSignal;
}
