import { makeSlots, type Slots } from '../time/slots.ts';

/** What is known of a server that may have begun anew. Only `sendAsUser` changes it. */
export interface Readiness {
  /** How many connections had been lost when the server was last asked whether it is ready. */
  askedAtLosses: number;
  /** Whether /readyz tells anything: a gateway may forbid it. */
  canTell: boolean;
  /** For the request that asks. */
  readonly turn: Slots;
}

/** Makes what is known before the first request. */
export function makeReadiness(): Readiness {
  return { askedAtLosses: 0, canTell: true, turn: makeSlots(1) };
}
