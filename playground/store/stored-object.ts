import type { ObjectMeta } from '../../src/pod/types.ts';

/** Objects are stored without `kind` and `apiVersion`, as lists carry them, and are never changed in place. */
export interface StoredObject {
  readonly metadata: ObjectMeta;
}

/** `namespace/name`, or the name alone: no Kubernetes name contains a slash, and etcd orders by the same text. */
export function keyOf(object: { readonly namespace?: string; readonly name?: string }): string {
  const name = object.name ?? '';
  return object.namespace === undefined ? name : `${object.namespace}/${name}`;
}
