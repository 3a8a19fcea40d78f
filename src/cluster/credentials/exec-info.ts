import type { ServerSettings } from '../settings/connection-settings.ts';
import type { ExecPlugin } from '../settings/exec-plugin-settings.ts';

/** The server in KUBERNETES_EXEC_INFO. */
export interface ExecCluster {
  readonly server: string;
  readonly 'tls-server-name'?: string;
  readonly 'insecure-skip-tls-verify'?: boolean;
  /** Base64 of PEM. */
  readonly 'certificate-authority-data'?: string;
  readonly 'proxy-url'?: string;
  readonly 'disable-compression'?: boolean;
  /** null if the kubeconfig has no extension for plugins. Plugins expect the key. */
  readonly config: unknown;
}

/**
 * The text of KUBERNETES_EXEC_INFO.
 * See https://kubernetes.io/docs/reference/config-api/client-authentication.v1/
 */
export function renderExecInfo(
  { apiVersion }: Pick<ExecPlugin, 'apiVersion'>,
  interactive: boolean,
  cluster: ExecCluster | undefined,
): string {
  const spec = { ...(cluster && { cluster }), interactive };
  return JSON.stringify({ kind: 'ExecCredential', apiVersion, spec });
}

/** Describes the server to a plugin; `authority` is PEM text. */
export function describeForPlugin(
  { server, tlsServerName, isVerified, acceptsGzip, execConfig }: ServerSettings,
  authority: string | undefined,
  proxy: URL | undefined,
): ExecCluster {
  return {
    server,
    ...(tlsServerName !== undefined && { 'tls-server-name': tlsServerName }),
    ...(!isVerified && { 'insecure-skip-tls-verify': true }),
    ...(authority !== undefined && {
      'certificate-authority-data': Buffer.from(authority).toString('base64'),
    }),
    ...(proxy !== undefined && { 'proxy-url': proxy.href }),
    ...(!acceptsGzip && { 'disable-compression': true }),
    config: execConfig,
  };
}
