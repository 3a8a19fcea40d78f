import type { ErrorKind } from './error-kinds.ts';
import type { InterruptName } from './interrupted.ts';

/**
 * Exit codes of `debug` and `attach` beside the remote command's own. 125 to 127 are docker's habit, so that
 * the 1 or 2 of a remote command stays that command's. docs/exit-codes.md has the same table in words.
 */
export const EXIT = {
  ok: 0,
  /** Any failure of ours, usage included. */
  failure: 125,
  commandNotExecutable: 126,
  commandNotFound: 127,
  hangup: 129,
  interrupted: 130,
  brokenPipe: 141,
  terminated: 143,
} as const;

/** Exit codes of `pods`, which are those of `kubectl get`. */
export const GET_EXIT = { ok: 0, failure: 1 } as const;

/** Exit codes of the commands that neither run nor list anything: `check`, `completion`, `stop`. */
export const CHECK_EXIT = { ok: 0, failure: 1, usage: 2 } as const;

/** The exit code of `check`, `completion` or `stop` that failed with `kind`; with undefined by a bug of ours. */
export function exitCodeOfCheck(kind: ErrorKind | undefined): number {
  return kind === 'usage' ? CHECK_EXIT.usage : CHECK_EXIT.failure;
}

/** Exit codes of `audit`; the worst that happened counts, in the order 130, 3, 1. */
export const AUDIT_EXIT = {
  ok: 0,
  /** A command exited with another code than 0, or an expectation failed. */
  unmet: 1,
  usage: 2,
  /** A pod could not be audited, or all of them. */
  failure: 3,
} as const;

/** The exit code of `audit` that failed with `kind`; with undefined by a bug of ours. */
export function exitCodeOfAudit(kind: ErrorKind | undefined): number {
  return kind === 'usage' ? AUDIT_EXIT.usage : AUDIT_EXIT.failure;
}

/** The exit code of a command that a signal ended, as a shell would report it. */
export function exitCodeOfInterrupt(name: InterruptName): number {
  const codes = {
    SIGINT: EXIT.interrupted,
    SIGTERM: EXIT.terminated,
    SIGHUP: EXIT.hangup,
    SIGPIPE: EXIT.brokenPipe,
  };
  return codes[name];
}

/** The exit code of a session command that failed with `kind`; with undefined by a bug of ours. */
export function exitCodeOfFailure(kind: ErrorKind | undefined): number {
  if (kind === 'command-not-found') return EXIT.commandNotFound;
  if (kind === 'command-not-executable') return EXIT.commandNotExecutable;
  return EXIT.failure;
}
