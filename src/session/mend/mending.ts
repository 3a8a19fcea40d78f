import type { StreamEnd, StreamListeners } from '../streams/remote-stream.ts';
import type { AttachRequest } from '../input/converse.ts';
import type { InputGate } from '../input/input-gate.ts';
import type { Outcome } from '../outcome.ts';
import type { SessionContext } from '../session-context.ts';
import type { ShownMemory } from '../gap/remember-shown.ts';

/** The outcome of a session, known before its stream tells. */
export interface Judged {
  readonly kind: 'judged';
  readonly outcome: Outcome;
}

/** A session that can attach again when its connection is lost. */
export interface Mending {
  readonly context: SessionContext;
  readonly request: AttachRequest;
  readonly gate: InputGate;
  readonly memory: ShownMemory;
  readonly listeners: StreamListeners;
  /** Notes that something is missing from the output or the input. */
  readonly lacks: (what: string) => void;
}

/** A connection that was lost. */
export interface Loss {
  readonly end: StreamEnd;
  /** When this connection was lost. */
  readonly lostMs: number;
  /** When the outage began: a connection that is soon lost again does not end it. */
  readonly sinceMs: number;
  /** Attempts in this outage so far. */
  readonly attempts: number;
}
