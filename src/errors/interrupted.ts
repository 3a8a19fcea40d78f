/** The signals that ask a program to end. */
export const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type EndingSignal = (typeof ENDING_SIGNALS)[number];

/** What ends a command before its time: a signal; `SIGPIPE` when nobody reads our output any more. */
export type InterruptName = EndingSignal | 'SIGPIPE';

/** The reason of the AbortSignal of a command that a signal ended: not a failure, but no success either. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly signalName: InterruptName;

  constructor(signalName: InterruptName) {
    super(`interrupted by ${signalName}`);
    this.signalName = signalName;
  }
}

/** Whether a caught value is an `Interrupted`, by name, as each command's bundle has its own copy of the class. */
export function isInterrupted(error: unknown): error is Interrupted {
  return error instanceof Error && error.name === 'Interrupted' && 'signalName' in error;
}
