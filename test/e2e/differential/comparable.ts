import { userInfo } from 'node:os';
import type { Pod } from '../../../src/pod/types.ts';

/** Of what the server or a clock gives; two copies of an object never share it. */
const OF_THE_SERVER = ['uid', 'resourceVersion', 'creationTimestamp', 'generation', 'managedFields'];
const SUFFIX = '[bcdfghjklmnpqrstvwxz2456789]{5}(?![\\w-])';
/** Ours carry the name of whoever asks. */
const USER = userInfo()
  .username.toLowerCase()
  .replaceAll(/[^a-z0-9]+/g, '-');
const GENERATED = new RegExp(
  `\\b(debugger)(?:-${USER})?-${SUFFIX}|\\b(node-debugger-[a-z0-9.-]+?)-${SUFFIX}`,
  'g',
);
const TOKEN_VOLUME = /\bkube-api-access-[a-z0-9]{5}\b/g;

/** A text without the names that are made up at each call, and without the name of the namespace. */
export function withoutMadeUpNames(text: string, namespace: string): string {
  return text
    .replaceAll(GENERATED, '$1$2-XXXXX')
    .replaceAll(TOKEN_VOLUME, 'kube-api-access-XXXXX')
    .replaceAll(namespace, '{namespace}');
}

/** What must be equal in two pods: all of their metadata and spec that is not of the server's own making. */
export function comparable({ metadata, spec }: Pod): Pod {
  const { namespace = '' } = metadata;
  const kept = Object.entries(metadata).filter(([field]) => !OF_THE_SERVER.includes(field));
  const { deletionTimestamp } = metadata;
  const pod = {
    metadata: { ...Object.fromEntries(kept), ...(deletionTimestamp && { deletionTimestamp: 'set' }) },
    spec,
  };
  return JSON.parse(withoutMadeUpNames(JSON.stringify(pod), namespace)) as Pod;
}

/** The pod with the variables of each container sorted: kubectl keeps several `--env` in a map, so in no order. */
export function withSortedEnv(pod: Pod): Pod {
  return JSON.parse(JSON.stringify(pod), (key, value: unknown) =>
    key === 'env' && Array.isArray(value) ? value.map((item) => JSON.stringify(item)).toSorted() : value,
  ) as Pod;
}
