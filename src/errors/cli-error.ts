import { ERRORS, type ErrorKind } from './error-kinds.ts';

/**
 * A failure that ends the command and that the user can act on. Any other thrown value is our bug.
 * `message` says what failed, on which object, and why; `hint` is the next command to type or thing to do.
 */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly kind: ErrorKind;
  readonly hint: string | undefined;

  constructor(
    kind: ErrorKind,
    message: string,
    options: { readonly hint?: string; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.hint = options.hint;
  }
}

/**
 * Whether a caught value is a CliError. Each command is bundled with its own copy of the class, so `instanceof` would
 * miss an error that a command throws to the program.
 */
export function isCliError(error: unknown): error is CliError {
  return (
    error instanceof Error &&
    error.name === 'CliError' &&
    'kind' in error &&
    typeof error.kind === 'string' &&
    Object.hasOwn(ERRORS, error.kind)
  );
}
