import { listContainers } from '../../pod/containers/containers.ts';
import type { Pod, ContainerRef } from '../../pod/types.ts';
import type { Outcome } from '../../session/outcome.ts';
import { execCommandLine } from '../end/command-lines.ts';

/**
 * The way back into a shell that has ended in a container which its node starts again, as it does in a copy; undefined where
 * it does not, as it never does a debug container.
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
  return `container "${ref.container}" in ${ref.namespace}/${ref.name} is started again by its node; back into it then with: ${execCommandLine(ref)}`;
}
