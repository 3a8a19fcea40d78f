/** What is known of a server that may have begun anew. Only `sendAsUser` changes it. */
export interface Readiness {
  /** How many connections had been lost when the server was last asked whether it is ready. */
  askedAtLosses: number;
  /** Whether /readyz tells anything: a gateway may forbid it. */
  canTell: boolean;
  /** Resolves when the request that asks at present has stopped asking. */
  asking: Promise<void> | undefined;
}

/** Makes what is known before the first request. */
export function makeReadiness(): Readiness {
  return { askedAtLosses: 0, canTell: true, asking: undefined };
}
