import type { ContainerRef, Pod, PodRef } from './types.ts';

/** The reference to a pod that the server returned, which always has a namespace and a name. */
export function podRef({ metadata }: Pod): PodRef {
  return { namespace: metadata.namespace ?? '', name: metadata.name ?? '' };
}

/** The name of a pod in messages: `namespace/name`. */
export function describePod(pod: Pod): string {
  const { namespace, name } = podRef(pod);
  return `${namespace}/${name}`;
}

/** The name of a debug container in messages. */
export function describeContainer({ namespace, name, container }: ContainerRef): string {
  return `debug container "${container}" in ${namespace}/${name}`;
}
