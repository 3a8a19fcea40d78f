import type { ExecPlugin } from './exec-plugin-settings.ts';

/** PEM text, in the kubeconfig itself or in a file. */
export type PemSource =
  { readonly kind: 'data'; readonly pem: string } | { readonly kind: 'file'; readonly path: string };

/** How a user authenticates, beside or instead of a client certificate. */
export type Authorization =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly token: string }
  /** Read again every minute, as others rewrite the file. The fallback is used if it cannot be read. */
  | { readonly kind: 'token-file'; readonly path: string; readonly fallback: string | undefined }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  | { readonly kind: 'exec'; readonly plugin: ExecPlugin }
  | { readonly kind: 'oidc'; readonly label: string; readonly config: Readonly<Record<string, string>> };

export interface UserSettings {
  /** `user "dev" in FILE`, for messages. */
  readonly label: string;
  readonly authorization: Authorization;
  readonly clientCertificate: { readonly certificate: PemSource; readonly key: PemSource } | undefined;
}

/** The user to act as. */
export interface Impersonation {
  readonly user: string;
  readonly uid: string | undefined;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

export interface ServerSettings {
  /** As in the kubeconfig. */
  readonly server: string;
  readonly certificateAuthority: PemSource | undefined;
  readonly isVerified: boolean;
  readonly tlsServerName: string | undefined;
  readonly proxyUrl: string | undefined;
  readonly acceptsGzip: boolean;
  /** The cluster's `client.authentication.k8s.io/exec` extension for an exec plugin; null without one. */
  readonly execConfig: unknown;
}

/** What a connection needs, from kubeconfig, flags and, in a pod, the service account. */
export interface ConnectionSettings {
  readonly server: ServerSettings;
  readonly user: UserSettings;
  readonly impersonation: Impersonation | undefined;
  readonly namespace: string;
  readonly namespaceIsExplicit: boolean;
}
