import type { Outcome } from '../session/outcome.ts';

/** The last marker of a session that may go on without us; undefined if it has ended. */
export function describeLeaving(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'detached':
      return outcome.by === 'keys' ? 'detached' : `detached by ${outcome.by}`;
    case 'lost':
      return `connection lost: ${outcome.reason}`;
    case 'exited':
    case 'incomplete':
    case 'unknown':
      return undefined;
  }
}
