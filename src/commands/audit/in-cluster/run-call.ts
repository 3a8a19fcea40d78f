import type { Notes } from '../../../output/say/notes.ts';
import type { ShownAudit } from '../show/open-results.ts';

/** A call that shows a run of the cluster. */
export interface RunCall extends ShownAudit {
  readonly notes: Notes;
  /** `--strict`. */
  readonly isStrict: boolean;
}
