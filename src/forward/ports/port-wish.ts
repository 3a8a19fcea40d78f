/** The port on this side. */
export type LocalWish =
  | { readonly kind: 'fixed'; readonly port: number }
  /** Any free port. */
  | { readonly kind: 'random' }
  /** The same number as the remote port. */
  | { readonly kind: 'as-remote' };

/** The port on the other side, before the pod is known. */
export type RemoteWish =
  /** A port of the pod, or of the service. */
  | { readonly kind: 'number'; readonly port: number }
  | { readonly kind: 'name'; readonly name: string }
  /** `host` is a name that the pod resolves, or an IP address without brackets. */
  | { readonly kind: 'host'; readonly host: string; readonly port: number };

/** One argument such as `8080:80`. */
export interface PortWish {
  /** As it was typed, for messages. */
  readonly text: string;
  /** The address to listen on; undefined for those of `--address`. */
  readonly address: string | undefined;
  readonly local: LocalWish;
  readonly remote: RemoteWish;
}

/** The largest port of TCP. */
export const LARGEST_PORT = 65_535;
