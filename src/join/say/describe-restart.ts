import { listContainers } from '../../pod/containers/containers.ts';
import type { Pod, ContainerRef } from '../../pod/types.ts';
import type { Outcome } from '../../session/outcome.ts';
import { execCommandLine } from '../end/command-lines.ts';

/**
 * Says how to come back into a container that the kubelet restarts when its shell ends, as in a copy; undefined if it does
 * not restart it, as never an ephemeral container.
 */
export function describeRestart(
  pod: Pod,
  { outcome, ref }: { readonly outcome: Outcome; readonly ref: ContainerRef },
): string | undefined {
  const role = listContainers(pod).find(({ name }) => name === ref.container)?.role;
  if (outcome.kind !== 'exited' || role !== 'app') return undefined;
  const { restartPolicy = 'Always' } = pod.spec;
  const isStarted = restartPolicy === 'Always' || (restartPolicy === 'OnFailure' && outcome.exitCode !== 0);
  if (!isStarted) return undefined;
  return `the node restarts container "${ref.container}" in ${ref.namespace}/${ref.name}; to come back then: ${execCommandLine(ref)}`;
}
