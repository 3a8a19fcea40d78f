import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Shape } from './objects/normalize-object.ts';

/** A finished request, for `-v`, the bench's counts and pacing. */
export interface RequestObservation {
  readonly method: string;
  /** The part of the URL before `path`. */
  readonly serverUrl: string;
  /** Path and query as sent, without the path of the server's address. Holds no secret. */
  readonly path: string;
  /** undefined when no response came. */
  readonly status: number | undefined;
  /** Size of the response's body on the wire, before decompression. */
  readonly bytes: number;
  /** Time from the call to the end of the body; for an upgrade, to the response. */
  readonly milliseconds: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** Only with `-v 8`. The values of environment variables are masked. */
  readonly requestBody?: string;
  readonly responseBody?: string;
}

export type RequestObserver = (observation: RequestObservation) => void;

/** A list repeats its name, like the `command` of an exec. */
export type QueryValue = string | number | boolean | readonly string[] | undefined;

/** One request to the API server. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  /** Absolute and percent-encoded (see `apiPath`), without a query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
  /** Default `application/json`. */
  readonly contentType?: string;
  /** The `Accept` header, to ask for less than the whole object. Default: any JSON. */
  readonly accept?: string;
  readonly signal?: AbortSignal;
  /**
   * Deadline in milliseconds: for the whole exchange with `requestJson`, for the response's headers with
   * `openStream`. Default: `--request-timeout`, else 30 s.
   */
  readonly timeoutMs?: number;
  /** Whether the command goes on without the answer; the user then gets no notice of a long wait. */
  readonly isBackground?: boolean;
  /** Shape of the expected object. Without it the caller must not read the answer's fields. */
  readonly shape?: Shape;
}

/** How to read a list in protobuf. */
export interface Compact<T> {
  /** Decodes the list; may skip fields that the caller does not use. */
  readonly decode: (body: Buffer) => T;
  /** Whether to ask the server for the metadata of each object alone. */
  readonly isOfMetadata?: boolean;
}

/** A GET that asks for a WebSocket. */
export interface UpgradeRequest extends Omit<ApiRequest, 'method' | 'body'> {
  /** The subprotocols to offer, the preferred one first. */
  readonly protocols: readonly string[];
}

/** A POST that asks for SPDY/3.1. */
export interface SpdyRequest extends Omit<ApiRequest, 'method' | 'body'> {
  /** What is spoken inside SPDY. */
  readonly protocol: string;
}

/** A WebSocket to the API server, paused until `resume()`, and the agreed subprotocol. */
export interface UpgradedSocket {
  readonly socket: WebSocket;
  /** One of those that were offered. */
  readonly protocol: string;
}

/**
 * A connection to one API server as one user. All requests share a keep-alive agent, report to the observer, take
 * an AbortSignal and have a deadline. They throw `ApiError` for a refusal by the server, and `CliError` of kind
 * `unreachable`, `connection-lost`, `timeout`, `credentials` or `upgrade-refused` if no answer came.
 */
export interface Cluster {
  /** Address as in the kubeconfig, for messages. */
  readonly server: string;
  /** From `-n`, else from the context, else `default`. */
  readonly namespace: string;
  /** Whether a flag set the namespace. */
  readonly namespaceIsExplicit: boolean;
  /** What the command does, for the hints at missing rights; undefined if it names nothing. See `forJobs`. */
  readonly jobs?: readonly string[];
  /** Sends one request, retries 429 and 503 as Retry-After says, and returns the parsed body. */
  readonly requestJson: <T>(request: ApiRequest) => Promise<T>;
  /**
   * Like `requestJson`, but prefers protobuf, which a server writes in a quarter of the time. Reads JSON from a
   * server that answers in JSON.
   */
  readonly requestCompact: <T>(request: ApiRequest, compact: Compact<T>) => Promise<T>;
  /** Sends one request and returns its body as a stream. Throws `ApiError` for a status of 400 or more. */
  readonly openStream: (request: ApiRequest) => Promise<ResponseStream>;
  /** Upgrades one GET to a WebSocket, with the retries of `requestJson`. Throws a refusal as `ApiError`. */
  readonly upgrade: (request: UpgradeRequest) => Promise<UpgradedSocket>;
  /** Upgrades one POST to a SPDY connection. Throws a refusal as `ApiError`. */
  readonly upgradeSpdy: (request: SpdyRequest) => Promise<Duplex>;
  /**
   * Opens connections ahead and loads the WebSocket library while the first request waits for its answer. Reports
   * no failure: the requests that need the connections do.
   */
  readonly prepare: (connections: number) => void;
  /** Says why in the user agent of all requests from now on; undefined for no reason. */
  readonly giveReason: (reason: string | undefined) => void;
  /** Ends all connections. Every command calls it when it ends. */
  readonly close: () => void;
}

/** The bytes of a response as they arrive. */
interface ResponseBody extends AsyncIterable<Buffer> {
  readonly destroy: () => void;
}

/** A response with its decompressed body. Destroy the body to end the request. */
export interface ResponseStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: ResponseBody;
}
