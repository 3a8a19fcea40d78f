/** A kubeconfig in JSON for one user of one server. */
export function makeKubeconfig(server: string, certificateAuthority: string, user: KubeconfigUser): string {
  const certificateAuthorityData = Buffer.from(certificateAuthority).toString('base64');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'playground', cluster: { server, 'certificate-authority-data': certificateAuthorityData } },
    ],
    users: [{ name: user.name, user: { token: user.token } }],
    contexts: [
      {
        name: 'playground',
        context: { cluster: 'playground', user: user.name, namespace: user.namespace ?? 'default' },
      },
    ],
    'current-context': 'playground',
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

interface KubeconfigUser {
  readonly name: string;
  readonly token: string;
  /** Default `default`. */
  readonly namespace?: string;
}
