import { CliError } from '../errors/cli-error.ts';
import type { ErrorKind } from '../errors/error-kinds.ts';
import { readAdmissionRefusal } from './admission.ts';
import { isApiError, type ApiError } from './api-error.ts';
import { explainPodSecurity, type StartAttempt } from './explain-pod-security.ts';
import { hintAtRole } from './missing-right.ts';

/** What was tried, in the words of the error line: `cannot ${action}: …`. */
export interface Attempt {
  /** `read pod shop/web-1`, `attach to shop/web-1`, … */
  readonly action: string;
  /** What was to start, where something was. */
  readonly start?: StartAttempt;
}

interface Explanation {
  readonly kind: ErrorKind;
  /** Why, in our words; the server's own when absent. */
  readonly why?: (error: ApiError, attempt: Attempt) => string;
  readonly hint?: (error: ApiError, attempt: Attempt) => string | undefined;
}

/** The rows are tried from the top; the first that fits explains. */
const EXPLANATIONS: readonly ({ readonly fits: (error: ApiError) => boolean } & Explanation)[] = [
  {
    fits: ({ code }) => code === 401,
    kind: 'unauthorized',
    why: () => 'the API server does not accept the credentials (401)',
    hint: () => 'log in again, or see which user is configured: kubectl config view --minify',
  },
  {
    fits: (error) => explainPodSecurity(error, undefined) !== undefined,
    kind: 'pod-security',
    why: (error, { start }) => explainPodSecurity(error, start)?.why ?? '',
    hint: (error, { start }) => explainPodSecurity(error, start)?.hint,
  },
  {
    fits: (error) => readAdmissionRefusal(error) !== undefined,
    kind: 'admission-denied',
    why: (error) => {
      const { refuser = '', why = '' } = readAdmissionRefusal(error) ?? {};
      return why === '' ? `${refuser} refuses it` : `${refuser} refuses it: ${why}`;
    },
    hint: (error) => readAdmissionRefusal(error)?.hint,
  },
  {
    fits: (error) => error.code === 403 && lacksReason(error),
    kind: 'forbidden',
    why: (error) => `the user may not "create" ${subresourceOf(error)} (needed since Kubernetes 1.35)`,
    hint: hintAtUpgradeRole,
  },
  {
    fits: (error) => error.code === 403 && isUpgrade(error) && error.details.kind !== undefined,
    kind: 'forbidden',
    hint: hintAtUpgradeRole,
  },
  {
    fits: ({ code }) => code === 403,
    kind: 'forbidden',
    // Where no kind is named it was no rule of RBAC, and no Role would change it.
    hint: (error) => (error.details.kind === undefined ? undefined : hintAtRole(error.message)),
  },
  {
    fits: (error) => error.code === 404 && isMissingSubresource(error),
    kind: 'unsupported',
    why: () => 'the API server does not know ephemeral containers',
    hint: () => 'they need Kubernetes 1.23 or newer, and must not be switched off',
  },
  { fits: ({ code }) => code === 404, kind: 'not-found' },
  {
    fits: ({ code, reason }) => code === 409 && reason === 'AlreadyExists',
    kind: 'conflict',
    hint: () => 'choose another name',
  },
  { fits: ({ code }) => code === 409, kind: 'conflict', hint: () => 'run the command again' },
  {
    fits: ({ code }) => code === 410,
    kind: 'conflict',
    why: () => 'the API server has forgotten the state that was asked for (410)',
    hint: () => 'run the command again',
  },
  {
    fits: ({ code, details }) =>
      code === 422 && (details.causes ?? []).some(({ field }) => field === 'metadata.uid'),
    kind: 'pod-replaced',
    why: () => 'it was deleted meanwhile, and another one has its name',
    hint: () => 'run the command again',
  },
  {
    fits: ({ code, message }) =>
      code === 413 || /request is too large|Request entity too large/i.test(message),
    kind: 'too-many-containers',
    why: () => 'the pod with all its debug containers does not fit into the 1.5 MiB that an object may have',
    hint: () =>
      'debug containers cannot be removed: debug another pod of the same workload, or a copy with --copy-to=NAME',
  },
  { fits: ({ code }) => code === 422, kind: 'invalid', why: describeCauses },
  {
    fits: ({ code }) => code === 429 || code === 503,
    kind: 'throttled',
    hint: () => 'wait a moment and run the command again',
  },
  {
    fits: ({ code, message }) => code >= 500 && message.includes('failed calling webhook'),
    kind: 'server-error',
    hint: () =>
      'an admission webhook of the cluster is down: kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations',
  },
  { fits: ({ code }) => code >= 500, kind: 'server-error' },
  { fits: ({ code }) => code === 400, kind: 'invalid' },
];
const OTHERWISE: Explanation = { kind: 'server-error' };

/**
 * Turns what an API server refused into a `CliError` that says what was tried and why it failed, decided by code,
 * reason and details. Everything that is not an `ApiError` comes back as it is, so that a catch can throw the result.
 */
export function explainApiError(error: unknown, attempt: Attempt): Error {
  if (!isApiError(error)) return error instanceof Error ? error : new Error(String(error));
  const { kind, why = describeAnswer, hint } = EXPLANATIONS.find(({ fits }) => fits(error)) ?? OTHERWISE;
  const advice = hint?.(error, attempt);
  return new CliError(kind, `cannot ${attempt.action}: ${why(error, attempt)}`, {
    cause: error,
    ...(advice !== undefined && { hint: advice }),
  });
}

/** RBAC forgets to say that `create` is missing beside `get`: its sentence ends after `is forbidden: `. */
function lacksReason(error: ApiError): boolean {
  return isUpgrade(error) && /:\s*$/.test(error.message);
}

/** Since Kubernetes 1.35 a WebSocket needs both verbs, which other clients needed one at a time. */
function hintAtUpgradeRole(error: ApiError): string {
  const resource = subresourceOf(error);
  return `the Role needs both verbs: kubectl create role ${resource.replace('/', '-')} --verb=get,create --resource=${resource}`;
}

function isUpgrade({ method, path }: ApiError): boolean {
  return method === 'GET' && /\/(?:attach|exec)$/.test(pathOnly(path));
}

function subresourceOf({ path }: ApiError): string {
  return `pods/${pathOnly(path).split('/').at(-1) ?? ''}`;
}

/** A missing pod is named in the details; where the subresource itself is unknown they are empty. */
function isMissingSubresource({ path, details }: ApiError): boolean {
  return pathOnly(path).endsWith('/ephemeralcontainers') && (details.name ?? '') === '';
}

function pathOnly(path: string): string {
  return path.split('?')[0] ?? path;
}

/** First lines only: a cause can go on with a diff that holds the values of environment variables. */
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
