import type { Pod, PodRef } from './types.ts';

/** The reference to a pod as the server returned it, which always has both parts. */
export function podRef({ metadata }: Pod): PodRef {
  return { namespace: metadata.namespace ?? '', name: metadata.name ?? '' };
}

/** A pod as messages name it: `namespace/name`. */
export function describePod(pod: Pod): string {
  const { namespace, name } = podRef(pod);
  return `${namespace}/${name}`;
}
