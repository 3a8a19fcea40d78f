import type { OutgoingHttpHeaders } from 'node:http';
import type { Io, Wait } from '../../io.ts';
import type { ApiRequest } from '../cluster.ts';
import { pathWithQuery } from '../api-path.ts';
import type { CredentialSource } from '../network/credentials.ts';
import { startDeadline, type Deadline } from '../time/deadline.ts';
import type { ObservationHooks } from './observation.ts';
import type { Transport } from '../network/transport.ts';
import type { Call } from '../network/call.ts';
import type { Readiness } from './readiness.ts';

/** What all requests to one API server share. */
export interface Wire {
  /** Address for messages. */
  readonly server: string;
  readonly transport: Transport;
  readonly credentials: CredentialSource;
  readonly readiness: Readiness;
  readonly userAgent: () => string;
  /** Of every request: impersonation. */
  readonly headers: OutgoingHttpHeaders;
  /** `--request-timeout`; Infinity for none. */
  readonly timeoutMs: number;
  readonly acceptsGzip: boolean;
  readonly hooks: ObservationHooks;
  /** Receives each different text of a `Warning` header once. */
  readonly onServerWarning: (text: string) => void;
  readonly io: Pick<Io, 'now' | 'random' | 'sleep' | 'waits'>;
}

/** A request in progress. */
interface StartedRequest extends Deadline, Pick<Wait, 'heard' | 'becomes'> {}

/**
 * Starts the deadline of a request after fetching the credentials, as a login can take long. Tells the user about a
 * long wait, unless the request is in the background. The caller releases it. Throws as `CredentialSource.current`.
 */
export async function startRequest(
  wire: Wire,
  request: Pick<ApiRequest, 'path' | 'signal' | 'timeoutMs' | 'isBackground'>,
): Promise<StartedRequest> {
  await wire.credentials.current(request.signal);
  const milliseconds = request.timeoutMs ?? wire.timeoutMs;
  const { signal, stopClock, release } = startDeadline(milliseconds, {
    parent: request.signal,
    what: `the API server ${wire.server} did not answer ${request.path} within ${milliseconds / 1000} s`,
    hint: 'check network and VPN, or allow more time with --request-timeout',
  });
  const awaited = { what: `an answer of ${describeServer(wire)}`, atMostMs: milliseconds };
  const { end, ...wait } =
    request.isBackground === true ? NO_WAIT : (wire.io.waits?.begin(awaited) ?? NO_WAIT);
  const both = (stop: () => void) => () => {
    end();
    stop();
  };
  return { signal, ...wait, stopClock: both(stopClock), release: both(release) };
}

const NO_WAIT: Wait = { becomes: () => undefined, heard: () => undefined, end: () => undefined };

/** Names the server and its proxy. */
function describeServer({ server, transport }: Wire): string {
  const { proxy } = transport;
  return `the API server ${server}${proxy === undefined ? '' : `, through the proxy ${proxy}`}`;
}

/** Describes the wait for a server that refused with this HTTP status. */
export function describeRefused(wire: Wire, status: number): string {
  return `${describeServer(wire)}, which is overloaded (${status}); retrying`;
}

/** Builds the HTTP request. */
export function makeCall(wire: Wire, request: ApiRequest, signal: AbortSignal): Call {
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  return {
    method: request.method,
    path: pathWithQuery(request.path, request.query),
    headers: {
      'user-agent': wire.userAgent(),
      ...wire.headers,
      accept: request.accept ?? 'application/json, */*',
      ...(body !== undefined && {
        'content-type': request.contentType ?? 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
    },
    ...(body !== undefined && { body }),
    signal,
  };
}
