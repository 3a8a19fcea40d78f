import type { Duplex } from 'node:stream';

/** Where a connection ends: a port of the pod itself, or of a host as the pod sees it. */
export type Destination =
  | { readonly kind: 'pod'; readonly port: number }
  /** `host` is a name that the pod resolves, or an IP address without brackets. */
  | { readonly kind: 'host'; readonly host: string; readonly port: number };

/**
 * A way to open connections in one pod: by port-forward to its ports, or through a debug container to any host that the pod
 * can reach.
 */
export interface Way {
  /**
   * Opens a connection; returns at once, and what is written waits until the connection is there. `end()` passes the end of
   * the input on while output may still come (half-close). A connection that cannot be kept is destroyed with a `CliError`
   * that says why.
   */
  readonly connect: (destination: Destination) => Duplex;
  /** Resolves once the way has opened; absent if it is open from the beginning. If it cannot open, `lost` says why. */
  readonly opened?: Promise<void>;
  /** Resolves with the reason, a `CliError`, when the way is lost for good and a new one is to be opened. */
  readonly lost: Promise<Error>;
  /** Ends all connections of the way. */
  readonly close: () => void;
}
