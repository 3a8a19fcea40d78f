import { PassThrough } from 'node:stream';
import type { ApiRequest, Cluster, ResponseStream } from '../../src/cluster/cluster.ts';

/** The answers to the requests of a test; a request without an answer fails. */
export interface Answers {
  readonly json?: (request: ApiRequest) => unknown;
  readonly stream?: (request: ApiRequest) => AsyncIterable<string> | Iterable<string>;
  readonly upgrade?: Cluster['upgrade'];
  readonly upgradeSpdy?: Cluster['upgradeSpdy'];
}

interface FakeCluster {
  readonly cluster: Cluster;
  readonly requests: readonly ApiRequest[];
}

/** A cluster whose answers are functions; a request fails with the error that its function throws. */
export function aCluster({
  json = refuse,
  stream = refuse,
  upgrade = refuse,
  upgradeSpdy = refuse,
}: Answers): FakeCluster {
  const requests: ApiRequest[] = [];
  const cluster: Cluster = {
    server: 'https://k.example',
    namespace: 'shop',
    namespaceIsExplicit: false,
    requestJson: async <T>(request: ApiRequest) => {
      requests.push(request);
      return (await json(request)) as T;
    },
    requestCompact: async <T>(request: ApiRequest) => {
      requests.push(request);
      return (await json(request)) as T;
    },
    openStream: async (request) => {
      request.signal?.throwIfAborted();
      requests.push(request);
      return Promise.resolve({ status: 200, headers: {}, body: bodyOf(stream(request), request.signal) });
    },
    upgrade: async (request) => {
      requests.push({ ...request, method: 'GET' });
      return upgrade(request);
    },
    upgradeSpdy: async (request) => {
      requests.push({ ...request, method: 'POST' });
      return upgradeSpdy(request);
    },
    prepare: () => undefined,
    giveReason: () => undefined,
    close: () => undefined,
  };
  return { cluster, requests };
}

function refuse(): never {
  throw new Error('not part of this test');
}

function bodyOf(
  chunks: AsyncIterable<string> | Iterable<string>,
  signal: AbortSignal | undefined,
): ResponseStream['body'] {
  const body = new PassThrough();
  body.on('error', () => undefined);
  const abort = (): void => void body.destroy(asError(signal?.reason));
  signal?.addEventListener('abort', abort);
  body.on('close', () => signal?.removeEventListener('abort', abort));
  void pump(chunks, body);
  return body;
}

async function pump(chunks: AsyncIterable<string> | Iterable<string>, body: PassThrough): Promise<void> {
  try {
    for await (const chunk of chunks) body.write(chunk);
    body.end();
  } catch (error) {
    body.destroy(asError(error));
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
