import type { ConfigMap } from './config-map.ts';

/** A ConfigMap in a message: `ConfigMap shop/audit-…`. */
export function describeConfigMap({
  metadata: { namespace = '', name = '' },
}: Pick<ConfigMap, 'metadata'>): string {
  return `ConfigMap ${namespace}/${name}`;
}
