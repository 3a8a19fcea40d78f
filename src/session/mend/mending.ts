import type { StreamEnd, StreamListeners } from '../streams/remote-stream.ts';
import type { AttachRequest } from '../input/converse.ts';
import type { InputGate } from '../input/input-gate.ts';
import type { Outcome } from '../outcome.ts';
import type { SessionContext } from '../session-context.ts';
import type { ShownMemory } from '../gap/remember-shown.ts';

/** What an outage has decided already about the session. */
export interface Judged {
  readonly kind: 'judged';
  readonly outcome: Outcome;
}

/** A session whose connection can be mended. */
export interface Mending {
  readonly context: SessionContext;
  readonly request: AttachRequest;
  readonly gate: InputGate;
  readonly memory: ShownMemory;
  readonly listeners: StreamListeners;
  /** Notes what the session lacks from now on. */
  readonly lacks: (what: string) => void;
}

/** A connection that was lost. */
export interface Loss {
  readonly end: StreamEnd;
  /** When this connection was lost, and when the first of those was that never held for long. */
  readonly lostMs: number;
  readonly sinceMs: number;
  /** Tries so far. */
  readonly attempts: number;
}
