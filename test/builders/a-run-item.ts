import type { RunItem } from '../../src/audit/rows/run-item.ts';

/** A command to run, by default in pod `shop/web-1` on node `n1`. */
export function aRunItem({
  name = 'web-1',
  ...more
}: Partial<RunItem> & { readonly name?: string } = {}): RunItem {
  return {
    pod: { namespace: 'shop', name },
    uid: `uid-${name}`,
    podIPs: [],
    node: 'n1',
    owner: undefined,
    target: { kind: 'auto' },
    container: `audit-${name}`,
    ...more,
  };
}
