import type { IncomingMessage } from 'node:http';
import type { RequestObserver } from '../cluster.ts';
import { maskedBody } from './masked-body.ts';
import { MASK, maskedHeaders } from './masked-headers.ts';

export interface ObservationHooks {
  readonly observer?: RequestObserver;
  /** Whether to report the bodies of requests and of JSON answers. */
  readonly wantsBodies?: boolean;
}

interface SentRequest {
  readonly method: string;
  readonly serverUrl: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | number | undefined>>;
  readonly body?: string | undefined;
}

/** An exchange in progress. */
export interface Observation {
  readonly answered: (response: IncomingMessage) => void;
  readonly received: (bytes: number) => void;
  /** Reports to the observer. Call it once. */
  readonly end: (body?: string) => void;
}

/** Starts to observe one exchange. */
export function observe(sent: SentRequest, hooks: ObservationHooks, now: () => Date): Observation {
  const startedAt = now().getTime();
  let response: IncomingMessage | undefined;
  let bytes = 0;
  return {
    answered: (answer) => void (response = answer),
    received: (count) => void (bytes += count),
    end: (body) => {
      hooks.observer?.({
        method: sent.method,
        serverUrl: sent.serverUrl,
        path: sent.path,
        status: response?.statusCode,
        bytes,
        milliseconds: now().getTime() - startedAt,
        // Getters: most observers only count.
        get requestHeaders() {
          return maskedHeaders(sent.headers);
        },
        get responseHeaders() {
          return maskedHeaders(response?.headers ?? {});
        },
        ...(hooks.wantsBodies === true && {
          ...(sent.body !== undefined && { requestBody: shownBody(sent.path, sent.body) }),
          ...(body !== undefined && { responseBody: shownBody(sent.path, body) }),
        }),
      });
    },
  };
}

const OF_SECRETS = /^[^?]*\/api\/v1\/namespaces\/[^/]+\/secrets(?:[/?]|$)/;

/** All of a Secret is masked, also its annotations: `kubectl apply` keeps the content there as well. */
function shownBody(path: string, body: string): string {
  return OF_SECRETS.test(path) ? MASK : maskedBody(body);
}
