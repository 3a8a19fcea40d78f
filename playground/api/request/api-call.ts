import type { IncomingHttpHeaders } from 'node:http';
import type { ApiRequestInfo, ResourceRequest } from './api-request.ts';
import type { User } from './authorize.ts';

/** An authorized request. */
export interface ApiCall<Info extends ApiRequestInfo = ApiRequestInfo> {
  readonly info: Info;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly user: User;
  /** The parsed body; undefined if it is empty. Rejects with `StatusError`. */
  readonly readBody: () => Promise<unknown>;
}

export type ResourceCall = ApiCall<ResourceRequest>;
