import {
  explainRefusal,
  recogniseRefusal,
  type Explained,
  type RefusalName,
} from '../errors/refusals/refusals.ts';
import type { ContainerRef } from '../pod/types.ts';

/** Why the runtime could not start a container. */
export interface RuntimeFailure extends Explained {
  /** Whether the node will find the same however often it tries. */
  readonly isFinal: boolean;
}

const MAY_HEAL: readonly RefusalName[] = ['target-stopped', 'start-otherwise'];

/**
 * What the runtime's message about a container means; `start-failed` when no row knows it.
 *
 * @param said what is shown of the message
 */
export function explainRuntimeFailure(
  message: string,
  { namespace, name, said }: ContainerRef & { readonly said: string },
): RuntimeFailure {
  const found = recogniseRefusal('runtime', message) ?? 'start-otherwise';
  const explained = explainRefusal(found, { pod: name, namespace, said });
  return { ...explained, isFinal: !MAY_HEAL.includes(found) };
}
