/** kubectl's global flags that choose a server and a user, as they were typed; paths are not yet resolved. */
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
  /** Of the attributes that are not given here, those of the kubeconfig stay. */
  readonly impersonateExtra?: Readonly<Record<string, readonly string[]>>;
  /** In milliseconds; Infinity for no limit, 30 s when absent. */
  readonly requestTimeoutMs?: number;
  readonly certificateAuthority?: string;
  readonly clientCertificate?: string;
  readonly clientKey?: string;
  readonly insecureSkipTlsVerify?: boolean;
  readonly tlsServerName?: string;
  readonly proxyUrl?: string;
  readonly disableCompression?: boolean;
}
