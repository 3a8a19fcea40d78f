import { listContainers, type PodContainer } from './containers.ts';
import type { Pod } from '../types.ts';

/** The annotation that `kubectl logs` and `kubectl exec` read. */
const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container';

/** The container that the pod's annotation names; undefined where it names none, or one that the pod does not have. */
export function findDefaultContainer(pod: Pod): PodContainer | undefined {
  const named = pod.metadata.annotations?.[DEFAULT_CONTAINER];
  return listContainers(pod).find(({ name, role }) => name === named && role !== 'ephemeral');
}
