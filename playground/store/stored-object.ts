import type { ObjectMeta } from '../../src/pod/types.ts';

/** An object as it is stored: without `kind` and `apiVersion`, as in a list, and never changed in place. */
export interface StoredObject {
  readonly metadata: ObjectMeta;
}

/** `namespace/name`, or only the name. No Kubernetes name has a slash, and etcd sorts by the same text. */
export function keyOf(object: { readonly namespace?: string; readonly name?: string }): string {
  const name = object.name ?? '';
  return object.namespace === undefined ? name : `${object.namespace}/${name}`;
}
