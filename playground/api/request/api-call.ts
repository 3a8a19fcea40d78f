import type { IncomingHttpHeaders } from 'node:http';
import type { ApiRequestInfo, ResourceRequest } from './api-request.ts';
import type { User } from './authorize.ts';

/** A request that may be carried out: its user is known and has the right. */
export interface ApiCall<Info extends ApiRequestInfo = ApiRequestInfo> {
  readonly info: Info;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly user: User;
  /** The body as JSON; undefined when it is empty. Rejects with `StatusError`. */
  readonly readBody: () => Promise<unknown>;
}

export type ResourceCall = ApiCall<ResourceRequest>;
