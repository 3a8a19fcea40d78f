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

/** The extension of a cluster that is meant for exec plugins. */
const EXEC_EXTENSION = 'client.authentication.k8s.io/exec';
const UNNAMED_CLUSTER: KubeconfigEntry = { label: 'the cluster', file: 'the command line', fields: {} };

/** A cluster's entry with what flags put in place of its fields. */
export function clusterWithFlags(
  entry: KubeconfigEntry = UNNAMED_CLUSTER,
  options: ConnectionOptions,
  workingDirectory: string,
): KubeconfigEntry {
  const { server, certificateAuthority, insecureSkipTlsVerify = false, tlsServerName } = options;
  const { proxyUrl, disableCompression } = options;
  const fields = {
    ...entry.fields,
    // A server of the command line has nothing to do with the name that the entry's server had.
    ...(server && { server, 'tls-server-name': '' }),
    ...(tlsServerName && { 'tls-server-name': tlsServerName }),
    ...(proxyUrl && { 'proxy-url': proxyUrl }),
    ...(disableCompression && { 'disable-compression': true }),
    // Either of the two flags replaces all that the entry says of trust.
    ...((insecureSkipTlsVerify || certificateAuthority) && {
      'insecure-skip-tls-verify': insecureSkipTlsVerify,
      'certificate-authority': certificateAuthority ? resolve(workingDirectory, certificateAuthority) : '',
      'certificate-authority-data': '',
    }),
  };
  return { ...entry, fields };
}

/**
 * Which server to speak to and how to know it; undefined when the entry has no server. Throws `kubeconfig` for what
 * contradicts itself, as kubectl does.
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
