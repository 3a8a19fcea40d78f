/** A kubeconfig with one context, cluster and user, with these fields. */
export function aKubeconfig(
  cluster: Readonly<Record<string, unknown>>,
  user: Readonly<Record<string, unknown>> = { token: 'secret-token' },
  context: Readonly<Record<string, unknown>> = {},
): object {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'main',
    contexts: [{ name: 'main', context: { cluster: 'c1', user: 'u1', ...context } }],
    clusters: [{ name: 'c1', cluster }],
    users: [{ name: 'u1', user }],
  };
}
