import { shownText } from '../../errors/bounds.ts';

/** The parts of a `metav1.Status` that callers decide by. */
export interface ApiStatus {
  readonly kind?: string;
  readonly status?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly code?: number;
  readonly metadata?: {
    /** On a 410 for a list: where to go on, at the price of a list that is not of one moment. */
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
 * An answer of the API server that says no. Callers decide by `code`, `reason` and `details`, never by the
 * text, and turn it into a `CliError` that names what was tried.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status code. */
  readonly code: number;
  /** `NotFound`, `Forbidden`, `Invalid`, …; empty when the answer was no Status. */
  readonly reason: string;
  readonly details: NonNullable<ApiStatus['details']>;
  /** Where a list whose continue token expired can go on; undefined for all else. */
  readonly continueToken: string | undefined;
  readonly method: string;
  readonly path: string;

  constructor(request: { readonly method: string; readonly path: string }, code: number, status: ApiStatus) {
    super(shownText(status.message ?? ''));
    this.code = code;
    this.reason = status.reason ?? '';
    this.details = withShownCauses(status.details ?? {});
    this.continueToken = status.metadata?.continue;
    this.method = request.method;
    this.path = request.path;
  }
}

/** What is beyond the first ones, nobody reads. */
const MOST_CAUSES = 100;

/** A server may send anything. */
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

/** Whether a caught value is an `ApiError`, by name, as each command's bundle has its own copy of the class. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError' && 'code' in error && 'reason' in error;
}
