import { resolve } from 'node:path';
import type { ConnectionOptions } from './connection-options.ts';
import type { ServerSettings } from './connection-settings.ts';
import {
  booleanField,
  entryError,
  innerEntries,
  textField,
  type KubeconfigEntry,
} from './kubeconfig-entry.ts';
import { pemField } from './pem-field.ts';

/** The cluster extension for exec plugins. */
const EXEC_EXTENSION = 'client.authentication.k8s.io/exec';
const UNNAMED_CLUSTER: KubeconfigEntry = { label: 'the cluster', file: 'the command line', fields: {} };

/** Replaces fields of a cluster's entry by flags. */
export function clusterWithFlags(
  entry: KubeconfigEntry = UNNAMED_CLUSTER,
  options: ConnectionOptions,
  workingDirectory: string,
): KubeconfigEntry {
  const { server, certificateAuthority, insecureSkipTlsVerify = false, tlsServerName } = options;
  const { proxyUrl, disableCompression } = options;
  const fields = {
    ...entry.fields,
    // The entry's name is for the entry's server, not for that of the flag.
    ...(server && { server, 'tls-server-name': '' }),
    ...(tlsServerName && { 'tls-server-name': tlsServerName }),
    ...(proxyUrl && { 'proxy-url': proxyUrl }),
    ...(disableCompression && { 'disable-compression': true }),
    // Each of the two flags replaces all of the entry's trust settings.
    ...((insecureSkipTlsVerify || certificateAuthority) && {
      'insecure-skip-tls-verify': insecureSkipTlsVerify,
      'certificate-authority': certificateAuthority ? resolve(workingDirectory, certificateAuthority) : '',
      'certificate-authority-data': '',
    }),
  };
  return { ...entry, fields };
}

/**
 * Reads the server and how to verify it; undefined if the entry has no server. Like kubectl, throws `kubeconfig`
 * for contradictions.
 */
export function chooseServer(entry: KubeconfigEntry): ServerSettings | undefined {
  const server = textField(entry, 'server');
  if (server === undefined) return undefined;
  const certificateAuthority = pemField(entry, 'certificate-authority');
  const isVerified = !booleanField(entry, 'insecure-skip-tls-verify');
  if (!isVerified && certificateAuthority !== undefined) {
    throw entryError(entry, 'it has both a certificate-authority and insecure-skip-tls-verify');
  }
  return {
    server,
    certificateAuthority,
    isVerified,
    tlsServerName: textField(entry, 'tls-server-name'),
    proxyUrl: textField(entry, 'proxy-url'),
    acceptsGzip: !booleanField(entry, 'disable-compression'),
    execConfig: execConfigOf(entry),
  };
}

function execConfigOf(entry: KubeconfigEntry): unknown {
  const extension = innerEntries(entry, 'extensions').find((each) => each.fields['name'] === EXEC_EXTENSION);
  return extension?.fields['extension'] ?? null;
}
