import { CliError } from '../../errors/cli-error.ts';
import { toError } from '../../errors/error-text.ts';
import type { ErrorKind } from '../../errors/error-kinds.ts';
import { explainRefusal, type Explained } from '../../errors/refusals/refusals.ts';
import { explainAdmission } from './admission-refusal.ts';
import { isApiError, isOverload, type ApiError } from './api-error.ts';
import { explainPodSecurity, type StartAttempt } from './explain-pod-security.ts';
import { explainMissingRight } from './missing-right.ts';
import { pathOnly, namespaceFlag, podOfPath } from './request-path.ts';

/** The action that failed. */
export interface AttemptedAction {
  /** Completes the error line `cannot ${action}: …`: `read pod shop/web-1`, `attach to shop/web-1`, … */
  readonly action: string;
  /** For an action that starts a container. */
  readonly start?: StartAttempt;
  /** Namespace of the command line, for requests that are in none. */
  readonly namespace?: string;
}

/** What a refusal means. The hint says what to do next. */
type Meaning = Omit<Explained, 'hint'> & { readonly hint?: string };
type Explain = (error: ApiError, attempt: AttemptedAction) => Meaning | undefined;

/** A row of the table: explains the errors that fit. */
const when =
  (fits: (error: ApiError) => boolean, explain: (error: ApiError) => Meaning): Explain =>
  (error) =>
    fits(error) ? explain(error) : undefined;

/** A row for answers whose own text explains the problem. */
const plain =
  (fits: (error: ApiError) => boolean, kind: ErrorKind, hint?: string): Explain =>
  (error) =>
    fits(error) ? { kind, why: describeAnswer(error), ...(hint !== undefined && { hint }) } : undefined;

const AGAIN = 'run the command again';

/** The first row that fits explains the error. */
const EXPLANATIONS: readonly Explain[] = [
  when(
    ({ code }) => code === 401,
    () => explainRefusal('user-unknown', {}),
  ),
  (error, { start }) => explainPodSecurity(error, start),
  explainAdmission,
  (error, { start, namespace }) =>
    error.code === 403
      ? explainMissingRight(error, describeAnswer(error), { mode: start?.mode, namespace })
      : undefined,
  plain(({ code }) => code === 403, 'forbidden'),
  when(
    (error) => error.code === 404 && isMissingSubresource(error),
    ({ path }) =>
      explainRefusal('ephemeral-containers-unknown', { pod: podOfPath(path), place: namespaceFlag(path) }),
  ),
  plain(({ code }) => code === 404, 'not-found'),
  plain(({ code, reason }) => code === 409 && reason === 'AlreadyExists', 'conflict', 'choose another name'),
  plain(({ code }) => code === 409, 'conflict', AGAIN),
  when(
    ({ code }) => code === 410,
    () => ({
      kind: 'conflict',
      why: 'the API server no longer has the requested state (410)',
      hint: AGAIN,
    }),
  ),
  when(
    ({ code, details }) =>
      code === 422 && (details.causes ?? []).some(({ field }) => field === 'metadata.uid'),
    () => ({
      kind: 'pod-replaced',
      why: 'it was deleted, and another pod has its name now',
      hint: AGAIN,
    }),
  ),
  when(
    ({ code, message }) => code === 413 || /request is too large|Request entity too large/i.test(message),
    ({ path }) => explainRefusal('pod-full', { pod: podOfPath(path), place: namespaceFlag(path) }),
  ),
  when(
    ({ code }) => code === 422,
    (error) => ({ kind: 'invalid', why: describeCauses(error) }),
  ),
  plain(({ code }) => isOverload(code), 'throttled', 'wait a moment and run the command again'),
  when(
    ({ code, message }) => code >= 500 && message.includes('failed calling webhook'),
    (error) => explainRefusal('webhook-down', { said: describeAnswer(error) }),
  ),
  plain(({ code }) => code >= 500, 'server-error'),
  plain(({ code }) => code === 400, 'invalid'),
  plain(() => true, 'server-error'),
];

/**
 * Turns an `ApiError` into a `CliError` that says which action failed and why. Returns any other error unchanged,
 * so that a catch can throw the result.
 */
export function explainApiError(error: unknown, attempt: AttemptedAction): Error {
  if (!isApiError(error)) return toError(error);
  for (const explain of EXPLANATIONS) {
    const meaning = explain(error, attempt);
    if (meaning === undefined) continue;
    const { kind, why, ...hint } = meaning;
    return new CliError(kind, `cannot ${attempt.action}: ${why}`, { cause: error, ...hint });
  }
  return error;
}

/** For a missing pod the details name it; for an unknown subresource they are empty. */
function isMissingSubresource({ path, details }: ApiError): boolean {
  return pathOnly(path).endsWith('/ephemeralcontainers') && (details.name ?? '') === '';
}

/** First lines only: a diff can follow, with the values of environment variables. */
function describeCauses(error: ApiError): string {
  const causes = error.details.causes ?? [];
  if (causes.length === 0) return describeAnswer(error);
  const lines = causes.map(({ field = '', message = '' }) =>
    [field, firstLine(message)].filter((part) => part !== '').join(': '),
  );
  return [...new Set(lines)].join('; ');
}

function describeAnswer(error: ApiError): string {
  const text = firstLine(error.message);
  return text === '' ? `the API server answered ${error.code}` : text;
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
