import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hook, HookAnswer, HookRequest } from '../../hook.ts';
import { type ApiRequestInfo, parseApiRequest } from './api-request.ts';
import { authenticate, authorize, type Rights, type Tokens, type User } from './authorize.ts';
import type { SingleReply } from './reply.ts';
import type { RequestLog } from './request-log.ts';
import { methodNotAllowed, StatusError } from './status-error.ts';

/** The checks that every request passes first. */
export interface Gate {
  readonly tokens: Tokens;
  readonly rights: Rights;
  readonly hook: Hook;
  readonly log: RequestLog;
}

export interface Admission {
  readonly query: URLSearchParams;
  /** The hook's changes to the answer. */
  readonly fault: HookAnswer;
  /** Call it with the status of the answer. */
  readonly answered: (status: number) => void;
  /** The user, or the refusal or the hook's answer that replaces the request's own. */
  readonly verdict: Permit | { readonly kind: 'refused'; readonly reply: SingleReply };
}

interface Permit {
  readonly kind: 'permitted';
  readonly info: ApiRequestInfo;
  readonly user: User;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Logs a request, asks the hook, finds the user and checks the user's rights. */
export async function admit(
  { tokens, rights, hook, log }: Gate,
  request: IncomingMessage,
): Promise<Admission> {
  const { method = 'GET' } = request;
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'https://playground');
  const user = settle(() => authenticate(request.headers, tokens, rights));
  const seen: HookRequest = { method, path, query, user: user instanceof StatusError ? '' : user.name };
  const answered = log.add(seen);
  const fault = (await hook(seen)) ?? {};
  if (fault.delayMs !== undefined) await sleep(fault.delayMs);
  const verdict = settle((): Admission['verdict'] => {
    if (fault.status !== undefined) return { kind: 'refused', reply: replyOfHook(fault.status, fault.body) };
    if (user instanceof StatusError) throw user;
    const info = parseApiRequest(method, path, query);
    authorize(user, info, rights);
    if (!METHODS.includes(method)) throw methodNotAllowed();
    return { kind: 'permitted', info, user };
  });
  return {
    query,
    fault,
    answered,
    verdict: verdict instanceof StatusError ? { kind: 'refused', reply: replyOf(verdict) } : verdict,
  };
}

/** The answer to a refused request. */
export function replyOf(error: StatusError): SingleReply {
  return { kind: 'json', status: error.body.code, body: error.body };
}

function replyOfHook(status: number, body: HookAnswer['body'] = ''): SingleReply {
  return typeof body === 'string' ? { kind: 'text', status, body } : { kind: 'json', status, body };
}

/** The result, or the refusal that the action threw. */
function settle<T>(decide: () => T): T | StatusError {
  try {
    return decide();
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
}
