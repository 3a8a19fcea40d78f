import type { Pod } from '../../src/pod/types.ts';
import { cause, invalid } from '../api/request/status-error.ts';
import { isJsonObject } from '../json.ts';
import type { PodBehaviour } from '../pod-behaviour.ts';

/** The annotation with which a request sets its pod's behaviour. */
const BEHAVIOUR_ANNOTATION = 'playground/behaviour';

const DEFAULT_BEHAVIOUR: PodBehaviour = { kind: 'run' };

/** The behaviour of each pod, by its uid. */
export interface Behaviours {
  readonly of: (pod: Pod) => PodBehaviour;
  readonly set: (pod: Pod, behaviour: PodBehaviour) => void;
  readonly forget: (pod: Pod) => void;
}

/** Makes an empty record: each pod runs. */
export function createBehaviours(): Behaviours {
  const byUid = new Map<string, PodBehaviour>();
  const uidOf = ({ metadata }: Pod): string => metadata.uid ?? '';
  return {
    of: (pod) => byUid.get(uidOf(pod)) ?? DEFAULT_BEHAVIOUR,
    set: (pod, behaviour) => byUid.set(uidOf(pod), behaviour),
    forget: (pod) => byUid.delete(uidOf(pod)),
  };
}

/** The behaviour in a pod's annotation; undefined without one. Throws `StatusError` 422 if it cannot be read. */
export function parseBehaviour({ metadata }: Pod): PodBehaviour | undefined {
  const text = metadata.annotations?.[BEHAVIOUR_ANNOTATION];
  if (text === undefined) return undefined;
  const value = parseJson(text);
  const kind = isJsonObject(value) ? value['kind'] : undefined;
  // Users of the playground write it by its type, so this checks only what would break everything.
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
    // The caller refuses it, like any other unreadable text.
    return undefined;
  }
}
