import { request as httpsRequest, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import type { Playground } from '../../playground/playground.ts';

export interface ClientRequest {
  readonly method?: string;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default `admin`; null sends no token. */
  readonly user?: 'admin' | 'viewer' | null;
}

interface ClientResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** The parsed body. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test reads any field of any reply
  readonly json: any;
}

/** Sends one request to the playground and opens the response. */
export function openRequest(
  playground: Playground,
  path: string,
  options: ClientRequest = {},
): Promise<IncomingMessage> {
  const { method = 'GET', body, contentType = 'application/json' } = options;
  const content = typeof body === 'string' || body === undefined ? (body ?? '') : JSON.stringify(body);
  const settings: RequestOptions = {
    method,
    ca: playground.certificateAuthority,
    agent: false,
    headers: {
      ...credentials(playground, options),
      'content-type': contentType,
      'content-length': Buffer.byteLength(content),
      ...options.headers,
    },
  };
  return new Promise((resolve, reject) => {
    const request = httpsRequest(`${playground.url}${path}`, settings, resolve);
    request.on('error', reject);
    request.end(content);
  });
}

function credentials(playground: Playground, { user = 'admin' }: ClientRequest): Record<string, string> {
  return user === null ? {} : { authorization: `Bearer ${playground.tokens[user]}` };
}

/** Sends one request to the playground and reads the whole response. */
export async function send(
  playground: Playground,
  path: string,
  options: ClientRequest = {},
): Promise<ClientResponse> {
  const response = await openRequest(playground, path, options);
  const body = await text(response);
  const isJson = response.headers['content-type'] === 'application/json' && body.startsWith('{');
  const json: unknown = isJson && !body.includes('\n{') ? JSON.parse(body) : undefined;
  return { status: response.statusCode ?? 0, headers: response.headers, text: body, json };
}

/** An event of a WebSocket as text. */
type SocketEvent = string;

interface ClientSocket {
  readonly webSocket: WebSocket;
  /** `open v5.channel.k8s.io`, `1 text of channel 1`, `close 1000`, `http 400 body`, in order. */
  readonly events: readonly SocketEvent[];
  /** Resolves once an event satisfies the pattern. */
  readonly until: (pattern: RegExp) => Promise<SocketEvent>;
}

/** Opens an attach or an exec. */
export function openSocket(
  playground: Playground,
  path: string,
  { protocols = ['v5.channel.k8s.io'], ...options }: ClientRequest & { readonly protocols?: string[] } = {},
): ClientSocket {
  const url = `${playground.url.replace('https', 'wss')}${path}`;
  const headers = { ...credentials(playground, options), ...options.headers };
  const webSocket = new WebSocket(url, protocols, { ca: playground.certificateAuthority, headers });
  const events: SocketEvent[] = [];
  let waiting: (() => void)[] = [];
  const happen = (event: SocketEvent): void => {
    events.push(event);
    waiting.splice(0).forEach((wake) => wake());
  };
  webSocket.on('open', () => happen(`open ${webSocket.protocol}`));
  webSocket.on('message', (data: Buffer) => happen(`${data[0] ?? 'empty'} ${data.subarray(1).toString()}`));
  webSocket.on('close', (code) => happen(`close ${code}`));
  webSocket.on('error', (error) => happen(`error ${error.message}`));
  webSocket.on('unexpected-response', (_, response: IncomingMessage) => {
    void text(response).then((body) => happen(`http ${response.statusCode ?? 0} ${body.trim()}`));
  });
  const until = async (pattern: RegExp): Promise<SocketEvent> => {
    for (;;) {
      const event = events.find((candidate) => pattern.test(candidate));
      if (event !== undefined) return event;
      await new Promise<void>((resolve) => {
        waiting = [...waiting, resolve];
      });
    }
  };
  return { webSocket, events, until };
}
