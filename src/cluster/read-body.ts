import type { IncomingMessage } from 'node:http';
import type { Refusal } from './api-status.ts';
import type { Answer } from './exchange.ts';
import { connectionLost } from './network-failure.ts';
import type { Call, Wire } from './wire.ts';

/** The media type in which the API server encodes objects for its own components. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** An answer that was read to its end. */
export interface Body extends Refusal {
  /** What was asked for, in protobuf; `text` is empty then. */
  readonly protobuf?: Buffer;
}

/**
 * Reads an answer to its end, inflates it, and ends its observation. Throws the reason of the call's signal when that
 * is aborted, `CliError` (`connection-lost`) when the connection breaks half way.
 */
export async function readAnswer(wire: Wire, call: Call, { response, observation }: Answer): Promise<Body> {
  let content: Pick<Body, 'text' | 'protobuf'> | undefined;
  try {
    content = await readContent(response, await readAll(response, observation.received));
  } catch (error) {
    call.signal.throwIfAborted();
    throw connectionLost(wire.server, error);
  } finally {
    observation.end(content?.text);
  }
  return { status: response.statusCode ?? 0, headers: response.headers, ...content };
}

/** A refusal is made JSON, so that it is explained in one place. */
async function readContent(
  { headers, statusCode = 0 }: IncomingMessage,
  received: Buffer,
): Promise<Pick<Body, 'text' | 'protobuf'>> {
  const body = headers['content-encoding'] === 'gzip' ? await inflate(received) : received;
  if (headers['content-type']?.startsWith(PROTOBUF) !== true) return { text: body.toString('utf8') };
  if (statusCode < 400) return { text: '', protobuf: body };
  const { readObject, STATUS } = await import('./kubernetes-protobuf.ts');
  return { text: JSON.stringify({ kind: 'Status', ...readObject(body, STATUS) }) };
}

async function readAll(response: IncomingMessage, received: (bytes: number) => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    received(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function inflate(body: Buffer): Promise<Buffer> {
  const { gunzip } = await import('node:zlib');
  return new Promise((resolve, reject) => {
    gunzip(body, (error, inflated) => (error === null ? resolve(inflated) : reject(error)));
  });
}
