import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { Shape } from './objects/normalize-object.ts';

/** What the observer hears once a request is over: what `-v`, the bench's counts and pacing hang on. */
export interface RequestObservation {
  readonly method: string;
  /** What comes before `path` in the whole URL. */
  readonly serverUrl: string;
  /** Path and query as sent, without the path of the server's address; no secret is ever part of it. */
  readonly path: string;
  /** undefined when no response came. */
  readonly status: number | undefined;
  /** Bytes of the response's body as they came over the wire. */
  readonly bytes: number;
  /** From the call to the end of the body; for an upgrade, to the answer. */
  readonly milliseconds: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** Present only when somebody asked for bodies (`-v 8`); the values of environment variables are masked. */
  readonly requestBody?: string;
  readonly responseBody?: string;
}

export type RequestObserver = (observation: RequestObservation) => void;

/** A list repeats its name, as the `command` of an exec does. */
export type QueryValue = string | number | boolean | readonly string[] | undefined;

/** One request to the API server. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  /** Absolute, each part percent-encoded (`apiPath` does it), without a query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
  /** Default `application/json`. */
  readonly contentType?: string;
  readonly signal?: AbortSignal;
  /**
   * Deadline in milliseconds: of the whole exchange for `requestJson`, of the response's headers for `openStream`.
   * Default: `--request-timeout`, else 30 s.
   */
  readonly timeoutMs?: number;
  /** Whether what is wanted is shown without its answer, so that nobody is told that it takes long. */
  readonly isBackground?: boolean;
  /** Of the object that answers; without it nothing of the answer may be read. */
  readonly shape?: Shape;
}

/** How much of a list in protobuf is wanted. */
export interface Compact<T> {
  /** Reads it, and may leave out what nobody asks for. */
  readonly decode: (body: Buffer) => T;
  /** Whether the server is to leave out all but the metadata of each object. */
  readonly isOfMetadata?: boolean;
}

/** A GET that is to become a WebSocket. */
export interface UpgradeRequest extends Omit<ApiRequest, 'method' | 'body'> {
  /** The subprotocols that are offered. */
  readonly protocols: readonly string[];
}

/** A WebSocket of the API server, paused until `resume()`, and the subprotocol that was agreed. */
export interface UpgradedSocket {
  readonly socket: WebSocket;
  /** `v5.channel.k8s.io` or `v4.channel.k8s.io`. */
  readonly protocol: string;
}

/**
 * One API server and one user: the only way to it. All calls share one keep-alive agent, pass the observer,
 * take an AbortSignal and have a deadline. Errors: `ApiError` for what the server answered, `CliError` of kind
 * `unreachable`, `connection-lost`, `timeout`, `credentials`, `upgrade-refused` for what kept it from answering.
 */
export interface Cluster {
  /** As in the kubeconfig, for messages. */
  readonly server: string;
  /** Of `-n`, else of the context, else `default`. */
  readonly namespace: string;
  /** Whether `-n` or a command line flag set the namespace. */
  readonly namespaceIsExplicit: boolean;
  /** Sends one request, retries 429 and 503 as Retry-After says, and returns the parsed JSON body. */
  readonly requestJson: <T>(request: ApiRequest) => Promise<T>;
  /**
   * As `requestJson`, of what a server can say in protobuf as well, which takes it a quarter of the time. What answers in
   * JSON is read as JSON.
   */
  readonly requestCompact: <T>(request: ApiRequest, compact: Compact<T>) => Promise<T>;
  /** Sends one request and returns the body as it comes; a status of 400 or more throws `ApiError`. */
  readonly openStream: (request: ApiRequest) => Promise<ResponseStream>;
  /** Upgrades one GET, repeated as `requestJson` does; a refusal is read with its body and thrown as `ApiError`. */
  readonly upgrade: (request: UpgradeRequest) => Promise<UpgradedSocket>;
  /**
   * Has `connections` opened ahead, behind the first request, and loads what an upgrade needs: for a command whose next
   * requests are known while it waits for an answer. That it fails is told by those requests.
   */
  readonly prepare: (connections: number) => void;
  /** Ends all connections. A command calls it on its way out, whatever happened. */
  readonly close: () => void;
}

/** The bytes of a response as they come. */
export interface ResponseBody extends AsyncIterable<Buffer> {
  readonly destroy: () => void;
}

/** The body of a response, decompressed. Destroy it to end the request. */
export interface ResponseStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: ResponseBody;
}
