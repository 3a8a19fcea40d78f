/** kubectl's global flags for the server and the user, as typed. Paths are not resolved yet. */
export interface ConnectionOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
  readonly server?: string;
  readonly token?: string;
  readonly username?: string;
  readonly password?: string;
  readonly impersonate?: string;
  readonly impersonateGroups?: readonly string[];
  readonly impersonateUid?: string;
  /** Attributes of the kubeconfig that are not given here stay. */
  readonly impersonateExtra?: Readonly<Record<string, readonly string[]>>;
  /** In milliseconds; Infinity for no limit. Default: 30 s. */
  readonly requestTimeoutMs?: number;
  readonly certificateAuthority?: string;
  readonly clientCertificate?: string;
  readonly clientKey?: string;
  readonly insecureSkipTlsVerify?: boolean;
  readonly tlsServerName?: string;
  readonly proxyUrl?: string;
  readonly disableCompression?: boolean;
}
