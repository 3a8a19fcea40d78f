import type { ErrorKind } from './error-kinds.ts';
import type { InterruptName } from './interrupted.ts';

/**
 * Exit codes of `debug` and `attach`, besides those of the remote command. 125 to 127 are docker's, so that they do not
 * collide with the 1 or 2 of a remote command. docs/exit-codes.md has the same table in words.
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

/** Exit codes of `pods`, the same as those of `kubectl get`. */
export const GET_EXIT = { ok: 0, failure: 1 } as const;

/** Exit codes of `check`, `completion`, `forward`, `snapshot` and `stop`. */
export const CHECK_EXIT = { ok: 0, failure: 1, usage: 2 } as const;

/** The exit code of `check`, `completion`, `forward`, `snapshot` or `stop` after a failure of this kind; undefined is a bug of ours. */
export function exitCodeOfCheck(kind: ErrorKind | undefined): number {
  return kind === 'usage' ? CHECK_EXIT.usage : CHECK_EXIT.failure;
}

/** Exit codes of `audit`. The worst result counts, in the order 130, 3, 1. */
export const AUDIT_EXIT = {
  ok: 0,
  /** A command exited with a code other than 0, or an expectation failed. */
  unmet: 1,
  usage: 2,
  /** One or more pods could not be audited. */
  failure: 3,
} as const;

/** The exit code of `audit` after a failure of this kind; undefined is a bug of ours. */
export function exitCodeOfAudit(kind: ErrorKind | undefined): number {
  return kind === 'usage' ? AUDIT_EXIT.usage : AUDIT_EXIT.failure;
}

/** The exit code of a command that a signal ended, as a shell reports it. */
export function exitCodeOfInterrupt(name: InterruptName): number {
  const codes = {
    SIGINT: EXIT.interrupted,
    SIGTERM: EXIT.terminated,
    SIGHUP: EXIT.hangup,
    SIGPIPE: EXIT.brokenPipe,
  };
  return codes[name];
}

/** The exit code of `debug` or `attach` after a failure of this kind; undefined is a bug of ours. */
export function exitCodeOfFailure(kind: ErrorKind | undefined): number {
  if (kind === 'command-not-found') return EXIT.commandNotFound;
  if (kind === 'command-not-executable') return EXIT.commandNotExecutable;
  return EXIT.failure;
}
