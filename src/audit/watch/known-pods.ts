import type { ObjectMeta, Pod } from '../../pod/types.ts';
import { makePackedTexts, type ReadText } from './packed-texts.ts';

/** Enough of a pod to see whether it has changed. */
type PodBrief = Pick<ObjectMeta, 'namespace' | 'name' | 'uid' | 'resourceVersion'>;

/**
 * The pods of an audit, as last seen. They are kept as compressed text: parsed, a hundred thousand pods would take more
 * memory than Node.js has by default.
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
  readonly text: ReadText;
  readonly metadata: PodBrief;
}

/** Makes an empty memory. */
export function makeKnownPods(): KnownPods {
  const pods = new Map<string, Kept>();
  const texts = makePackedTexts();
  return {
    keep: (pod) =>
      pods.set(pod.metadata.uid ?? '', { text: texts.put(textOf(pod)), metadata: briefOf(pod.metadata) }),
    read: (uid) => {
      const kept = pods.get(uid);
      // What was written by `textOf`.
      return kept === undefined ? undefined : (JSON.parse(kept.text()) as Pod);
    },
    has: (uid) => pods.has(uid),
    forget: (uid) => pods.delete(uid),
    briefs: () => [...pods.values()].map(({ metadata }) => ({ metadata })),
  };
}

/** Without the managed fields, which are often half of a pod and which no plan reads. */
function textOf(pod: Pod): string {
  return JSON.stringify({ ...pod, metadata: { ...pod.metadata, managedFields: undefined } });
}

function briefOf({ namespace, name, uid, resourceVersion }: ObjectMeta): PodBrief {
  return {
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
}
