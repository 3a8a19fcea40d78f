import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import type { Pod } from '../../pod/types.ts';
import { makeKnownPods } from './known-pods.ts';
import { openSharedWatch } from './shared-watch.ts';

const pod = (resourceVersion: string, ephemerals: readonly { readonly name: string }[] = []): Pod =>
  aPod({ uid: 'uid-1', ephemerals, metadata: { resourceVersion } });
const line = (type: string, object: Pod): string => `${JSON.stringify({ type, object })}\n`;
const has = (name: string) => (seen: Pod) =>
  seen.spec.ephemeralContainers?.some((container) => container.name === name) ?? false;

/** A watch that sends these lines, and goes on. */
function open(lines: readonly string[]) {
  const known = makeKnownPods();
  known.keep(pod('1'));
  async function* stream() {
    yield* lines;
    await new Promise(() => undefined);
  }
  const { cluster } = aCluster({ stream });
  const places = [{ namespace: 'shop', resourceVersion: '1' }];
  return { known, watch: openSharedWatch(anIo().io, cluster, { places, known }) };
}

describe('openSharedWatch', () => {
  it('watches many namespaces without a leak warning', async () => {
    const warnings: Error[] = [];
    const hear = (warning: Error): void => void warnings.push(warning);
    process.on('warning', hear);
    let opened = 0;
    async function* stream(): AsyncGenerator<string, void> {
      opened += 1;
      await new Promise(() => undefined);
      yield '';
    }
    const places = Array.from({ length: 30 }, (_, at) => ({ namespace: `n${at}`, resourceVersion: '1' }));
    const { cluster } = aCluster({ stream });
    const watch = openSharedWatch(anIo().io, cluster, { places, known: makeKnownPods() });
    await expect.poll(() => opened).toBe(30);
    // Node tells of a warning later.
    await new Promise((resolve) => setImmediate(resolve));
    watch.close();
    process.off('warning', hear);
    expect(warnings).toEqual([]);
  });

  it('shows all followers of a pod the same changes', async () => {
    const { watch } = open([line('MODIFIED', pod('2', [{ name: 'dbg' }]))]);
    const [one, two] = [watch.follow(pod('1')), watch.follow(pod('1'))];
    await Promise.all([one.changed(), two.changed()]);
    for (const { latest } of [one, two])
      expect(latest()).toMatchObject({ kind: 'present', pod: { metadata: { resourceVersion: '2' } } });
    watch.close();
  });

  it('ignores the response to a change if the watch was faster', async () => {
    const { watch } = open([line('MODIFIED', pod('3', [{ name: 'dbg' }]))]);
    const follower = watch.follow(pod('1'));
    await follower.changed();
    watch.learn(pod('2', [{ name: 'dbg' }]), has('dbg'));
    expect(follower.latest()).toMatchObject({ pod: { metadata: { resourceVersion: '3' } } });
    watch.learn(pod('4', [{ name: 'dbg' }, { name: 'other' }]), has('other'));
    expect(follower.latest()).toMatchObject({ pod: { metadata: { resourceVersion: '4' } } });
    watch.close();
  });

  it('updates pods that wait for their turn, and forgets those that are deleted', async () => {
    const { watch, known } = open([line('MODIFIED', pod('2')), line('DELETED', pod('3'))]);
    await expect.poll(() => known.has('uid-1')).toBe(false);
    expect(watch.find('uid-1')).toBeUndefined();
    watch.close();
  });

  it('polls the followed pods if the user may not watch pods', async () => {
    const known = makeKnownPods();
    known.keep(pod('1'));
    const fake = anIo();
    const { cluster } = aCluster({
      stream: () => {
        throw new ApiError({ method: 'GET', path: '/' }, 403, { code: 403 });
      },
      json: () => pod('2', [{ name: 'dbg' }]),
    });
    const places = [{ namespace: 'shop', resourceVersion: '1' }];
    const watch = openSharedWatch(fake.io, cluster, { places, known });
    const follower = watch.follow(pod('1'));
    const changed = follower.changed();
    await fake.advance(1000);
    await changed;
    expect(follower.latest()).toMatchObject({ pod: { metadata: { resourceVersion: '2' } } });
    watch.close();
  });

  it('tells each follower why it has ended for good, also one that comes later, and after other news', async () => {
    const refusal = new ApiError({ method: 'GET', path: '/' }, 403, { code: 403 });
    const fake = anIo();
    const { cluster } = aCluster({
      stream: () => {
        throw refusal;
      },
      json: () => {
        throw refusal;
      },
    });
    const places = [{ namespace: 'shop', resourceVersion: '1' }];
    const watch = openSharedWatch(fake.io, cluster, { places, known: makeKnownPods() });
    const first = watch.follow(pod('1'));
    const failed = expect(first.changed()).rejects.toBe(refusal);
    await fake.advance(1000);
    await failed;
    const later = watch.follow(aPod({ uid: 'uid-2' }));
    await expect(later.changed()).rejects.toBe(refusal);
    watch.learn(aPod({ uid: 'uid-2', metadata: { resourceVersion: '5' } }), () => false);
    await expect(later.changed()).rejects.toBe(refusal);
    watch.close();
  });
});
