import type { ObjectMeta, Pod } from '../../pod/types.ts';

/** Enough of a pod to see whether it has changed. */
type PodBrief = Pick<ObjectMeta, 'namespace' | 'name' | 'uid' | 'resourceVersion'>;

/**
 * The pods of an audit, as last seen. They are kept as text, which takes a fraction of the memory of ten thousand parsed
 * pods.
 */
export interface KnownPods {
  readonly keep: (pod: Pod) => void;
  /** undefined for a pod that is gone or was never kept. */
  readonly read: (uid: string) => Pod | undefined;
  readonly has: (uid: string) => boolean;
  readonly forget: (uid: string) => void;
  readonly briefs: () => readonly { readonly metadata: PodBrief }[];
}

interface Kept {
  readonly text: string;
  readonly metadata: PodBrief;
}

/** Makes an empty memory. */
export function makeKnownPods(): KnownPods {
  const pods = new Map<string, Kept>();
  return {
    keep: (pod) => pods.set(pod.metadata.uid ?? '', { text: textOf(pod), metadata: briefOf(pod.metadata) }),
    read: (uid) => {
      const kept = pods.get(uid);
      // What was written by `textOf`.
      return kept === undefined ? undefined : (JSON.parse(kept.text) as Pod);
    },
    has: (uid) => pods.has(uid),
    forget: (uid) => pods.delete(uid),
    briefs: () => [...pods.values()].map(({ metadata }) => ({ metadata })),
  };
}

/** Without the managed fields, which are often half of a pod and which no plan reads. */
function textOf(pod: Pod): string {
  return JSON.stringify(pod, (field, value: unknown) => (field === 'managedFields' ? undefined : value));
}

function briefOf({ namespace, name, uid, resourceVersion }: ObjectMeta): PodBrief {
  return {
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
}
