import type { IncomingMessage } from 'node:http';
import { badRequest, bodyTooLarge } from './status-error.ts';

/** In bytes, as on a real server. */
const LIMIT = 3 * 1024 * 1024;

/** Reads a request's body as JSON; undefined if it is empty. Throws `StatusError` 400 for bad JSON, 413. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > LIMIT) throw bodyTooLarge(LIMIT);
    chunks.push(bytes);
  }
  const text = Buffer.concat(chunks).toString();
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badRequest(`json parse error: ${error instanceof Error ? error.message : 'not JSON'}`);
  }
}
