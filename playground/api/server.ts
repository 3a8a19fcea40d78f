import type { IncomingMessage, ServerResponse } from 'node:http';
import { admit, type Gate, replyOf } from './request/admit.ts';
import { answer, type Api } from './answer/answer.ts';
import { readJsonBody } from './request/read-body.ts';
import type { Reply } from './request/reply.ts';
import { sendReply } from './send-reply.ts';
import { internalError, StatusError } from './request/status-error.ts';

/** Answers one request, other than an upgrade. */
export async function handleRequest(
  { gate, api }: { readonly gate: Gate; readonly api: Api },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { verdict, query, fault, answered } = await admit(gate, request);
  if (fault.cutAfterBytes === 0) {
    request.socket.destroy();
    return;
  }
  const { headers } = request;
  const reply =
    verdict.kind === 'refused'
      ? verdict.reply
      : await settleReply(answer(api, { ...verdict, query, headers, readBody: () => readJsonBody(request) }));
  answered(reply.kind === 'stream' ? 200 : reply.status);
  const acceptsGzip = /\bgzip\b/.test(headers['accept-encoding']?.toString() ?? '');
  await sendReply(response, reply, { acceptsGzip, fault });
}

async function settleReply(reply: Promise<Reply>): Promise<Reply> {
  try {
    return await reply;
  } catch (error) {
    return replyOf(error instanceof StatusError ? error : internalError(error));
  }
}
