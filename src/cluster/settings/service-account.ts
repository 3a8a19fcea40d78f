import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { KubeconfigEntry } from './kubeconfig-entry.ts';
import { readTextFile } from '../formats/read-text-file.ts';
import { authorityOf } from './server-address.ts';

/** The account that a pod is given: how a program in a cluster reaches its own API server. */
export interface ServiceAccount {
  /** As a kubeconfig would have them. */
  readonly cluster: KubeconfigEntry;
  /** Its token file is replaced by the kubelet before it expires. */
  readonly user: KubeconfigEntry;
  readonly namespace: string;
}

const MOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * The service account of the pod that this runs in; undefined outside of one. POD_NAMESPACE beats the namespace file,
 * as with kubectl. See https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/
 */
export async function findServiceAccount(
  env: Readonly<Record<string, string | undefined>>,
  mount = MOUNT,
): Promise<ServiceAccount | undefined> {
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '', POD_NAMESPACE = '' } = env;
  const tokenFile = join(mount, 'token');
  if (host === '' || port === '' || !isFile(tokenFile)) return undefined;
  const entry = { label: 'the service account of this pod', file: tokenFile };
  const server = `https://${authorityOf({ host, port: Number(port) })}`;
  return {
    cluster: { ...entry, fields: { server, 'certificate-authority': join(mount, 'ca.crt') } },
    user: { ...entry, fields: { tokenFile } },
    namespace: POD_NAMESPACE || (await readNamespace(mount)) || 'default',
  };
}

function isFile(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch {
    return false; // whatever keeps it from being read, this is no pod with an account
  }
}

async function readNamespace(mount: string): Promise<string> {
  // A pod may mount the token alone; then there is a default.
  return readTextFile(join(mount, 'namespace'), 'credentialFile').then(
    (text) => text.trim(),
    () => '',
  );
}
