import type { Pod } from '../../pod/types.ts';
import { nonRootWarnings } from '../container/non-root-warnings.ts';
import type { PodCopyRequest } from './pod-copy-request.ts';

/** Flags that say nothing when only images are changed; kubectl ignores them in silence. */
function ignoredFlags(request: PodCopyRequest): readonly string[] {
  const flags = {
    '--container': request.containerName !== undefined,
    '--stdin': request.stdin,
    '--env': request.env.length > 0,
    '--custom': request.custom !== undefined,
    '--cap-add, --cap-drop or --run-as-user': request.security !== undefined,
    '--profile': request.profile !== 'general',
    '-- COMMAND': request.command.length > 0,
  };
  return Object.entries(flags).flatMap(([flag, isGiven]) => (isGiven ? [flag] : []));
}

/** What to say when only images are changed, about flags that are for a container. */
export function ignoredFlagWarnings(request: PodCopyRequest): readonly string[] {
  const ignored = ignoredFlags(request);
  if (ignored.length === 0) return [];
  return [
    `--set-image only changes images here: ${ignored.join(', ')} ignored, as no container is added or changed`,
  ];
}

/** What to say about the container of this name, which was added to the copy or changed in it. */
export function changedWarnings(copy: Pod, name: string): readonly string[] {
  const container = copy.spec.containers.find((candidate) => candidate.name === name);
  return container === undefined ? [] : nonRootWarnings(copy, container);
}
