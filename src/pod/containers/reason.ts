import type { ContainerFields, EnvVar, ObjectMeta, Pod } from '../types.ts';
import { asTyped, readTyped } from './kubelet-text.ts';
import { isEphemeralContainer } from './debug-containers.ts';

/** A reason of ours is never longer: 256 characters outside the basic plane. In UTF-16 code units. */
const MOST_SHOWN = 512;

/** The variable of a debug container with the reason for it. */
export const REASON_VARIABLE = 'KUBECTL_DEBUG_REASON';

/** The annotation of a debug copy or a node pod with the reason for it. */
const ANNOTATION = 'kubectl-debug/reason';

/** The variable of a debug container with the reason for it. The kubelet hands it over as it was typed. */
export function reasonVariable(reason: string): EnvVar {
  return { name: REASON_VARIABLE, value: asTyped(reason) };
}

/** The container with the reason for it, in place of one that it has already. */
export function withReason<T extends ContainerFields>(container: T, reason: string): T {
  const others = (container.env ?? []).filter(({ name }) => name !== REASON_VARIABLE);
  return { ...container, env: [...others, reasonVariable(reason)] };
}

/** The metadata of a debug copy or a node pod with the reason for it; unchanged without one. */
export function annotateReason(metadata: ObjectMeta, reason: string | undefined): ObjectMeta {
  if (reason === undefined) return metadata;
  return { ...metadata, annotations: { ...metadata.annotations, [ANNOTATION]: reason } };
}

/** The reason that was given for a debug container, from its own variable. Not printable yet. */
export function readReason({ env = [] }: Pick<ContainerFields, 'env'>): string | undefined {
  const value = env.findLast(({ name }) => name === REASON_VARIABLE)?.value ?? '';
  return value === '' ? undefined : shortened(readTyped(value));
}

/**
 * The reason that was given for a debug container of the pod, or without one for the pod itself. The annotation is about the
 * containers that the pod was created with; ephemeral ones came later, maybe for another reason. Not printable yet.
 */
export function reasonOf(pod: Pod, container: ContainerFields | undefined): string | undefined {
  const own = container && readReason(container);
  if (own !== undefined || (container && isEphemeralContainer(pod, container.name))) return own;
  return annotatedReason(pod);
}

function annotatedReason({ metadata: { annotations } }: Pod): string | undefined {
  if (annotations === undefined || !Object.hasOwn(annotations, ANNOTATION)) return undefined;
  const reason = annotations[ANNOTATION] ?? '';
  return reason === '' ? undefined : shortened(reason);
}

/** Others may have written anything there. */
function shortened(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
