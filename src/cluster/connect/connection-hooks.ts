/** Whether the server sent it, or it is about the connection itself. */

import type { ObservationHooks } from '../requests/observation.ts';

export type WarningSource = 'server' | 'connection';
/** Who listens to the requests of a connection. */
export interface ConnectionHooks extends ObservationHooks {
  /** Hears each different warning once; it is not printable yet. */
  readonly onWarning?: (text: string, source: WarningSource) => void;
}
