import type { ObservationHooks } from '../requests/observation.ts';

/** Whether the server sent the warning, or we warn about the connection itself. */
type WarningSource = 'server' | 'connection';

/** Listeners to the requests of a connection. */
export interface ConnectionHooks extends ObservationHooks {
  /** Receives each different warning once; its text can hold control characters. */
  readonly onWarning?: (text: string, source: WarningSource) => void;
}
