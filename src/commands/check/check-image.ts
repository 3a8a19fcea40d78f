import { getNode } from '../../cluster/api/nodes.ts';
import {
  namesOf,
  readCoverages,
  readSecretsOfAccount,
  type NamedSecret,
} from '../../cluster/api/pull-secrets.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { parseImageReference, type ImageReference } from '../../pod/images/image-reference.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import type { Finding } from './check-findings.ts';
import { describeReference, findOnNode, judgePull, type OnNode } from './image-findings.ts';

/**
 * Finds out whether the node of the pod can pull the image, as far as the API server knows. Never asks the registry: this
 * machine is in another network than the node, and nobody expects it to send credentials of a cluster. Throws if the server
 * does not answer.
 */
export async function examineImage(
  cluster: Cluster,
  { image: name, pod }: { readonly image: string; readonly pod: Pod | undefined },
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const image = parseImageReference(name);
  const about = describeReference(image);
  if (pod === undefined) return [...about, NO_POD];
  const { namespace } = podRef(pod);
  const account = { namespace, name: pod.spec.serviceAccountName ?? 'default' };
  const read = (names: readonly string[]): Promise<readonly NamedSecret[]> =>
    readCoverages(cluster, { namespace, names, image }, signal);
  const [onNode, secrets, ofAccount] = await Promise.all([
    lookOnNode(cluster, { node: pod.spec.nodeName, image }, signal),
    read(namesOf(pod.spec.imagePullSecrets)),
    readSecretsOfAccount(cluster, account, signal).then((names) => names && read(names)),
  ]);
  return [...about, ...judgePull({ image: name, pod, onNode, secrets, ofAccount })];
}

const NO_POD: Finding = {
  verdict: 'unknown',
  subject: 'pull',
  text: 'which pull secrets count depends on the pod: name a POD that you may read',
};

async function lookOnNode(
  cluster: Cluster,
  { node, image }: { readonly node: string | undefined; readonly image: ImageReference },
  signal: AbortSignal,
): Promise<OnNode> {
  if (node === undefined) return { kind: 'no-node' };
  try {
    return findOnNode(await getNode(cluster, node, signal), image);
  } catch (error) {
    if (isApiError(error)) return { kind: 'unreadable', node };
    throw error;
  }
}
