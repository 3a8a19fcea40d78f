import type { Cluster } from '../../cluster/cluster.ts';
import { readPullSecretKind, readSecretsOfAccount, type SecretRef } from '../../cluster/api/pull-secrets.ts';
import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';

/** The pull secrets asked for, for a new pod of a namespace. */
export interface WantedPullSecrets {
  readonly namespace: string;
  readonly names: readonly string[];
  /** Whether a secret that is not there is an error; else it is left out. */
  readonly isTyped: boolean;
  /** The service account that would give the pod its secrets; undefined if the pod has some already. */
  readonly account: string | undefined;
}

/** The pull secrets to add to a new pod. */
export interface ResolvedPullSecrets {
  readonly names: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Checks that the secrets are there, as far as the user may read them, and adds those of the service account: the API
 * server gives these only to a pod without any. Throws `not-found` or `invalid` for a secret that was typed.
 */
export async function resolvePullSecrets(
  cluster: Cluster,
  { namespace, names, isTyped, account }: WantedPullSecrets,
  signal: AbortSignal,
): Promise<ResolvedPullSecrets> {
  const [ofAccount, ...obstacles] = await Promise.all([
    account === undefined ? [] : readSecretsOfAccount(cluster, { namespace, name: account }, signal),
    ...names.map((name) => findObstacle(cluster, { namespace, name }, signal)),
  ]);
  const found = obstacles.filter((obstacle) => obstacle !== undefined);
  const [first] = found;
  if (first !== undefined && isTyped) throw first.error;
  const left = names.filter((name) => found.every((obstacle) => obstacle.name !== name));
  return {
    names: left.length === 0 ? [] : [...new Set([...(ofAccount ?? []), ...left])],
    warnings: found.map(({ error }) => `${error.message}; the pod is created without it`),
  };
}

interface Obstacle {
  readonly name: string;
  readonly error: CliError;
}

/** undefined for a pull secret, and for a secret that the user may not read, which the node reads all the same. */
async function findObstacle(
  cluster: Cluster,
  ref: SecretRef,
  signal: AbortSignal,
): Promise<Obstacle | undefined> {
  const { namespace, name } = ref;
  const found = await readPullSecretKind(cluster, ref, signal);
  switch (found.kind) {
    case 'missing':
      return {
        name,
        error: new CliError('not-found', `no secret "${name}" in namespace "${namespace}"`, {
          hint: commandText`to list them: kubectl get secrets -n ${namespace}; to make one: kubectl create secret docker-registry ${name} -n ${namespace} --docker-server=HOST --docker-username=USER --docker-password=PASSWORD`,
        }),
      };
    case 'not-a-pull-secret':
      return {
        name,
        error: new CliError(
          'invalid',
          `secret "${name}" in namespace "${namespace}" is no pull secret: it is of type ${found.type}`,
          {
            hint: commandText`pull secrets are of type kubernetes.io/dockerconfigjson: kubectl get secrets -n ${namespace} --field-selector=type=kubernetes.io/dockerconfigjson`,
          },
        ),
      };
    case 'usable':
    case 'forbidden':
    case 'refused':
      return undefined;
  }
}
