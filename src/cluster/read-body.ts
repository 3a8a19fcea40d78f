import type { IncomingMessage } from 'node:http';
import type { Refusal } from './api-status.ts';
import type { Answer } from './exchange.ts';
import { connectionLost } from './network-failure.ts';
import type { Call, Wire } from './wire.ts';

/**
 * Reads an answer to its end, inflates it, and ends its observation. Throws the reason of the call's signal when that
 * is aborted, `CliError` (`connection-lost`) when the connection breaks half way.
 */
export async function readAnswer(
  wire: Wire,
  call: Call,
  { response, observation }: Answer,
): Promise<Refusal> {
  let text: string | undefined;
  try {
    text = await inflate(response, await readAll(response, observation.received));
  } catch (error) {
    call.signal.throwIfAborted();
    throw connectionLost(wire.server, error);
  } finally {
    observation.end(text);
  }
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

async function readAll(response: IncomingMessage, received: (bytes: number) => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    received(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function inflate(response: IncomingMessage, body: Buffer): Promise<string> {
  if (response.headers['content-encoding'] !== 'gzip') return body.toString('utf8');
  const { gunzip } = await import('node:zlib');
  return new Promise((resolve, reject) => {
    gunzip(body, (error, inflated) => (error === null ? resolve(inflated.toString('utf8')) : reject(error)));
  });
}
