/** The signals that ask a program to end. */
export const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type EndingSignal = (typeof ENDING_SIGNALS)[number];

/** What interrupts a command: a signal, or `SIGPIPE` when the reader of our output has gone away. */
export type InterruptName = EndingSignal | 'SIGPIPE';

/** The reason of the AbortSignal of an interrupted command: neither a failure nor a success. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly signalName: InterruptName;

  constructor(signalName: InterruptName) {
    super(`interrupted by ${signalName}`);
    this.signalName = signalName;
  }
}

/** Whether a caught value is an `Interrupted`; by name, as each command is bundled with its own copy of the class. */
export function isInterrupted(error: unknown): error is Interrupted {
  return error instanceof Error && error.name === 'Interrupted' && 'signalName' in error;
}
