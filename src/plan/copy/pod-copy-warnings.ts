import type { Pod } from '../../pod/types.ts';
import { nonRootWarnings } from '../container/non-root-warnings.ts';
import type { PodCopyRequest } from './pod-copy-request.ts';

/** The given flags that have no effect when only images change. kubectl ignores them silently. */
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

/** The warning about flags for a container when only images change. */
export function ignoredFlagWarnings(request: PodCopyRequest): readonly string[] {
  const ignored = ignoredFlags(request);
  if (ignored.length === 0) return [];
  return [
    `--set-image only changes images here: ${ignored.join(', ')} ignored, as no container is added or changed`,
  ];
}

/** The warnings about the container that was added to the copy or changed in it. */
export function changedWarnings(copy: Pod, name: string): readonly string[] {
  const container = copy.spec.containers.find((candidate) => candidate.name === name);
  return container === undefined ? [] : nonRootWarnings(copy, container);
}
