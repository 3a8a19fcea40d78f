import { shownText } from '../../errors/bounds.ts';
import type { Purpose } from './purposes.ts';

/** The parts of a `metav1.Status` that this program reads. */
export interface ApiStatus {
  readonly kind?: string;
  readonly status?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly code?: number;
  readonly metadata?: {
    /** With a 410 for a list: the token to continue with, at a later state of the list. */
    readonly continue?: string;
  };
  readonly details?: {
    readonly name?: string;
    readonly kind?: string;
    readonly group?: string;
    readonly uid?: string;
    readonly retryAfterSeconds?: number;
    readonly causes?: readonly {
      readonly reason?: string;
      readonly message?: string;
      readonly field?: string;
    }[];
  };
}

/**
 * A refusal by the API server. Callers decide by `code`, `reason` and `details`, not by the text, and turn it into
 * a `CliError` that names the failed action.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status code. */
  readonly code: number;
  /** `NotFound`, `Forbidden`, `Invalid`, …; empty if the answer was no Status. */
  readonly reason: string;
  readonly details: NonNullable<ApiStatus['details']>;
  /** Token to continue a list whose token expired; else undefined. */
  readonly continueToken: string | undefined;
  readonly method: string;
  readonly path: string;
  /** What the command that has asked does; empty if it names nothing. See `forJobs`. */
  readonly jobs: readonly Purpose[];

  constructor(
    request: { readonly method: string; readonly path: string; readonly jobs?: readonly Purpose[] },
    code: number,
    status: ApiStatus,
  ) {
    super(shownText(status.message ?? ''));
    this.code = code;
    this.reason = status.reason ?? '';
    this.details = withShownCauses(status.details ?? {});
    this.continueToken = status.metadata?.continue;
    this.method = request.method;
    this.path = request.path;
    this.jobs = request.jobs ?? [];
  }
}

/** The same refusal, of a command that does these jobs. */
export function withJobs(error: ApiError, jobs: readonly Purpose[]): ApiError {
  const { method, path, code, message, reason, details, continueToken } = error;
  const metadata = continueToken === undefined ? {} : { metadata: { continue: continueToken } };
  return new ApiError({ method, path, jobs }, code, { message, reason, details, ...metadata });
}

/** Messages show no more causes. */
const MOST_CAUSES = 100;

/** The server's data is unchecked. */
function isList<T>(value: readonly T[] | undefined): value is readonly T[] {
  return Array.isArray(value);
}

function withShownCauses(details: ApiError['details']): ApiError['details'] {
  const { causes } = details;
  if (!isList(causes)) return details;
  const shown = causes.slice(0, MOST_CAUSES).map((cause) => {
    const { message } = cause;
    return typeof message === 'string' ? { ...cause, message: shownText(message) } : cause;
  });
  return { ...details, causes: shown };
}

/** Whether a caught value is an `ApiError`. Compares the name: each bundle has its own copy of the class. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError' && 'code' in error && 'reason' in error;
}

/** Whether an HTTP status says that the server is overloaded: the same request can succeed after a pause. */
export function isOverload(status: number): boolean {
  return status === 429 || status === 503;
}
