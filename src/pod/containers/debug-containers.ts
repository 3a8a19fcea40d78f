import { findContainerState, type ContainerState } from './container-state.ts';
import { listContainers, type PodContainer } from './containers.ts';
import { readEnvelope } from './envelope.ts';
import { readMaxLife } from './keeper.ts';
import type { ContainerFields, Pod } from '../types.ts';

const OURS = 'kubectl-debug';

/** What a pod that is there for debugging alone is. */
export type DebugPodKind = 'debug copy' | 'node pod';

/**
 * What a pod that is there for debugging alone is; undefined for every other pod. A node pod has the label that kubectl
 * and we put on it; a copy has no mark of its own, but its creator stands in its managed fields. kubectl's copies have
 * no mark at all and are left alone, as is whatever belongs to a controller.
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

/** A keeper only sleeps, so that commands can be run in it: a session in it would show nothing. */
export function isKeeper(container: ContainerFields): boolean {
  return readMaxLife(container) !== undefined;
}

/** A copy says nowhere which of its containers was added or changed; these signs only debug containers have. */
function isMarked({ name, spec }: PodContainer): boolean {
  return (
    spec.stdin === true || isKeeper(spec) || readEnvelope(spec) !== undefined || name.startsWith('debugger-')
  );
}

/**
 * The containers of a pod that are there for debugging, in declared order: its ephemeral ones, and of a pod that is there
 * for debugging alone those that sessions are opened in. Of a copy in which only an app's image was changed there is none.
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

/** Those of them in one of these states. */
export function debugContainersIn(
  pod: Pod,
  kinds: readonly ContainerState['kind'][],
): readonly ContainerFields[] {
  return listDebugContainers(pod)
    .filter(({ name }) => kinds.includes(findContainerState(pod, name).kind))
    .map(({ spec }) => spec);
}

/** The debug containers of a pod that run now and that a session can be attached to: keepers are left out. */
export function runningDebugContainers(pod: Pod): readonly ContainerFields[] {
  return debugContainersIn(pod, ['running']).filter((container) => !isKeeper(container));
}

/** Whether `--reuse` can find a container that is kept: not in a copy or a node pod, which were made for it. */
export function isEphemeralContainer({ spec }: Pod, container: string): boolean {
  return spec.ephemeralContainers?.some(({ name }) => name === container) === true;
}
