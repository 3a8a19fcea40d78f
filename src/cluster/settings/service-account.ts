import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { KubeconfigEntry } from './kubeconfig-entry.ts';
import { readTextFile } from '../formats/read-text-file.ts';
import { authorityOf } from './server-address.ts';

/** The service account of a pod. */
export interface ServiceAccount {
  /** As in a kubeconfig. */
  readonly cluster: KubeconfigEntry;
  /** The kubelet renews its token file. */
  readonly user: KubeconfigEntry;
  readonly namespace: string;
}

const MOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * Finds the service account of the pod that this program runs in; undefined outside of a pod. POD_NAMESPACE beats
 * the namespace file, as with kubectl. See https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/
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
    return false; // unreadable counts as no service account
  }
}

async function readNamespace(mount: string): Promise<string> {
  // A pod can mount the token alone.
  return readTextFile(join(mount, 'namespace'), 'credentialFile').then(
    (text) => text.trim(),
    () => '',
  );
}
