import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { HookAnswer } from '../hook.ts';
import { createCut } from './request/cut.ts';
import type { Reply, SingleReply, StreamReply } from './request/reply.ts';

const compress = promisify(gzip);

/** A real server compresses larger bodies, at the fastest level. */
const GZIP_FROM_BYTES = 128 * 1024;

interface SendOptions {
  readonly acceptsGzip: boolean;
  readonly fault: HookAnswer;
}

/** Writes a reply, with the `fault` of the hook. Resolves when the response has ended. */
export async function sendReply(response: ServerResponse, reply: Reply, options: SendOptions): Promise<void> {
  if (reply.kind === 'stream') {
    response.writeHead(200, { 'content-type': reply.contentType, 'cache-control': 'no-cache, private' });
    response.flushHeaders();
    await sendStream(response, reply.run, options.fault);
    return;
  }
  const { body, headers } = await encodeBody(reply, options);
  response.writeHead(reply.status, { ...headers, ...options.fault.headers, 'content-length': body.length });
  const run: StreamReply['run'] = (output) => {
    output.write(body);
    return Promise.resolve();
  };
  await sendStream(response, run, options.fault);
}

async function encodeBody(
  reply: SingleReply,
  { acceptsGzip }: SendOptions,
): Promise<{ readonly body: Buffer; readonly headers: Record<string, string | string[]> }> {
  if (reply.kind === 'text') {
    return { body: Buffer.from(reply.body), headers: { 'content-type': 'text/plain; charset=utf-8' } };
  }
  const body = Buffer.from(`${JSON.stringify(reply.body)}\n`);
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-cache, private',
    ...warningHeaders(reply.warnings ?? []),
  };
  if (!acceptsGzip || body.length < GZIP_FROM_BYTES) return { body, headers };
  return {
    body: await compress(body, { level: 1 }),
    headers: { ...headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' },
  };
}

/** See https://kubernetes.io/blog/2020/09/03/warnings/ */
function warningHeaders(warnings: readonly string[]): Record<string, string[]> {
  if (warnings.length === 0) return {};
  return { warning: warnings.map((text) => `299 - ${JSON.stringify(text)}`) };
}

async function sendStream(
  response: ServerResponse,
  run: StreamReply['run'],
  fault: HookAnswer,
): Promise<void> {
  const ending = new AbortController();
  response.on('close', () => ending.abort());
  const cut = createCut(fault);
  const finish = (): void => {
    if (fault.cutCleanly === true) response.end();
    else response.destroy();
    ending.abort();
  };
  if (cut.isOverAtOnce) {
    finish();
    return;
  }
  const write = (chunk: string | Buffer): void => {
    if (ending.signal.aborted) return;
    const { part, isOver } = cut.pass(Buffer.from(chunk));
    if (!isOver) {
      response.write(part);
      return;
    }
    ending.abort();
    // Only flushed bytes reach the client before the connection breaks.
    response.write(part, finish);
  };
  await run({ write, signal: ending.signal });
  if (!ending.signal.aborted) response.end();
}
