import { describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { Pod } from '../../pod/types.ts';
import { findReadyPod } from './find-ready-pod.ts';

const SERVICE = { kind: 'workload', type: 'service', name: 'web' } as const;
const READY = { conditions: [{ type: 'Ready', status: 'True' }] };
const UNREADY = { conditions: [{ type: 'Ready', status: 'False' }] };

/** A cluster with a service that selects these pods. */
function aCluster(pods: readonly Pod[]): Cluster {
  const unused = (): never => {
    throw new Error('not part of this test');
  };
  const service = { metadata: { name: 'web', uid: 'u' }, spec: { selector: { app: 'web' } } };
  return {
    server: 'https://api.example',
    namespace: 'shop',
    namespaceIsExplicit: false,
    requestJson: <T>({ path }: { path: string }) =>
      Promise.resolve((path.includes('/services/') ? service : { items: pods, metadata: {} }) as T),
    requestCompact: unused,
    openStream: unused,
    upgrade: unused,
    upgradeSpdy: unused,
    prepare: unused,
    giveReason: unused,
    close: unused,
  };
}

const find = (pods: readonly Pod[]) => findReadyPod(aCluster(pods), SERVICE, new AbortController().signal);

describe('findReadyPod', () => {
  it.each<{ label: string; pods: readonly Pod[]; name: string }>([
    {
      label: 'the first that is ready',
      pods: [
        aPod({ name: 'unready', status: UNREADY }),
        aPod({ name: 'ready', status: READY }),
        aPod({ name: 'other', status: READY }),
      ],
      name: 'ready',
    },
    {
      label: 'one that runs, where none is ready',
      pods: [aPod({ name: 'done', phase: 'Succeeded' }), aPod({ name: 'unready', status: UNREADY })],
      name: 'unready',
    },
    {
      label: 'one that stays',
      pods: [
        aPod({ name: 'leaving', status: READY, metadata: { deletionTimestamp: '2025-03-01T12:00:00Z' } }),
        aPod({ name: 'unready', status: UNREADY }),
      ],
      name: 'unready',
    },
  ])('takes $label', async ({ pods, name }) => {
    expect((await find(pods)).metadata.name).toBe(name);
  });

  it('takes what is left, in the order in which something may run in it', async () => {
    const made = (name: string, creationTimestamp: string) =>
      aPod({ name, phase: 'Succeeded', metadata: { creationTimestamp } });
    const pods = [
      aPod({ name: 'leaving', metadata: { deletionTimestamp: '2025-03-01T12:00:00Z' } }),
      made('old', '2025-03-01T12:00:00Z'),
      made('new', '2025-03-02T12:00:00Z'),
      made('older', '2025-02-01T12:00:00Z'),
      aPod({ name: 'unscheduled', phase: 'Pending', isScheduled: false }),
      aPod({ name: 'pulling', phase: 'Pending' }),
    ];
    const found: unknown[] = [];
    for (let left = pods; left.length > 0;) {
      const best = await find(left);
      found.push(best.metadata.name);
      left = left.filter((pod) => pod !== best);
    }
    expect(found).toEqual(['pulling', 'unscheduled', 'new', 'old', 'older', 'leaving']);
  });

  it('finds none where there is none', async () => {
    await expect(find([])).rejects.toMatchObject({
      kind: 'not-found',
      message: 'no pod to debug for service/web in namespace "shop": it has no pods',
    });
  });
});
