import type { Pod } from '../../src/pod/types.ts';
import { cause, invalid } from '../api/request/status-error.ts';
import { isJsonObject } from '../json.ts';
import type { PodBehaviour } from '../pod-behaviour.ts';

/** The annotation in which a request can say how its pod is to be treated. */
export const BEHAVIOUR_ANNOTATION = 'playground/behaviour';

const DEFAULT_BEHAVIOUR: PodBehaviour = { kind: 'run' };

/** How each pod is treated, by the pod's uid. */
export interface Behaviours {
  readonly of: (pod: Pod) => PodBehaviour;
  readonly set: (pod: Pod, behaviour: PodBehaviour) => void;
  readonly forget: (pod: Pod) => void;
}

/** Nobody's behaviour is known yet: every pod is run. */
export function createBehaviours(): Behaviours {
  const byUid = new Map<string, PodBehaviour>();
  const uidOf = ({ metadata }: Pod): string => metadata.uid ?? '';
  return {
    of: (pod) => byUid.get(uidOf(pod)) ?? DEFAULT_BEHAVIOUR,
    set: (pod, behaviour) => byUid.set(uidOf(pod), behaviour),
    forget: (pod) => byUid.delete(uidOf(pod)),
  };
}

/** The behaviour that a pod's annotation asks for, undefined without one. Throws `StatusError` 422 for nonsense. */
export function parseBehaviour({ metadata }: Pod): PodBehaviour | undefined {
  const text = metadata.annotations?.[BEHAVIOUR_ANNOTATION];
  if (text === undefined) return undefined;
  const value = parseJson(text);
  const kind = isJsonObject(value) ? value['kind'] : undefined;
  // Its authors are the users of the playground, who read the type: only what would break everything is checked.
  if (kind === 'run' || (kind === 'scripted' && isJsonObject(value) && isJsonObject(value['status']))) {
    return value as PodBehaviour;
  }
  throw invalid({ kind: 'Pod', name: metadata.name ?? '' }, [
    cause.invalid(`metadata.annotations[${BEHAVIOUR_ANNOTATION}]`, JSON.stringify(text), 'not a behaviour'),
  ]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Said to the user by the caller, as for any other nonsense.
    return undefined;
  }
}
