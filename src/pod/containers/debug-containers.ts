import { findContainerState, type ContainerState } from './container-state.ts';
import { listContainers, type PodContainer } from './containers.ts';
import { readEnvelope } from './envelope.ts';
import { readMaxLife } from './keeper.ts';
import type { ContainerFields, Pod } from '../types.ts';

/** The label and the field manager of what this program creates. */
const OURS = 'kubectl-debug';

/** A pod that was created for debugging only. */
export type DebugPodKind = 'debug copy' | 'node pod';

/**
 * The kind of a pod that was created for debugging only; undefined for any other pod. A node pod is known by its label
 * and name, a copy by its managed fields, which name this program. Copies that kubectl made cannot be told from other
 * pods. A pod with an owner never counts.
 */
export function debugPodKind({ metadata }: Pod): DebugPodKind | undefined {
  if ((metadata.ownerReferences ?? []).length > 0) return undefined;
  const isLabelled = metadata.labels?.['app.kubernetes.io/managed-by'] === OURS;
  if (isLabelled && /^node-debugger-/.test(metadata.name ?? '')) return 'node pod';
  const wasMadeByUs = (metadata.managedFields ?? []).some(
    ({ manager, operation, subresource = '' }) =>
      manager === OURS && operation === 'Update' && subresource === '',
  );
  return wasMadeByUs ? 'debug copy' : undefined;
}

/** Whether a container is a keeper: it only sleeps, for commands that are run in it by exec. */
export function isKeeper(container: ContainerFields): boolean {
  return readMaxLife(container) !== undefined;
}

/** Whether a container of a copy is likely the one that was added or changed; the copy itself does not record it. */
function isMarked({ name, spec }: PodContainer): boolean {
  return (
    spec.stdin === true || isKeeper(spec) || readEnvelope(spec) !== undefined || name.startsWith('debugger-')
  );
}

/**
 * The debug containers of a pod, in declared order: its ephemeral containers, the app container of a node pod, and the
 * added or changed container of a copy. A copy in which only images were changed has none.
 */
export function listDebugContainers(pod: Pod): readonly PodContainer[] {
  const kind = debugPodKind(pod);
  return listContainers(pod).filter(
    (each) =>
      each.role === 'ephemeral' ||
      (kind === 'node pod' && each.role === 'app') ||
      (kind === 'debug copy' && isMarked(each)),
  );
}

/** The debug containers of a pod that are in one of these states. */
export function debugContainersIn(
  pod: Pod,
  kinds: readonly ContainerState['kind'][],
): readonly ContainerFields[] {
  return listDebugContainers(pod)
    .filter(({ name }) => kinds.includes(findContainerState(pod, name).kind))
    .map(({ spec }) => spec);
}

/** The running debug containers of a pod that a session can be attached to, so without keepers. */
export function runningDebugContainers(pod: Pod): readonly ContainerFields[] {
  return debugContainersIn(pod, ['running']).filter((container) => !isKeeper(container));
}

/** Whether a container is ephemeral. `--reuse` finds keepers among these, not in copies and node pods. */
export function isEphemeralContainer({ spec }: Pod, container: string): boolean {
  return spec.ephemeralContainers?.some(({ name }) => name === container) === true;
}
