import { expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { makeKnownPods } from './known-pods.ts';

it('returns a pod without its managed fields', () => {
  const known = makeKnownPods();
  const pod = aPod({ uid: 'u1' });
  known.keep({
    ...pod,
    metadata: { ...pod.metadata, managedFields: [{ manager: 'kubelet' }] },
  });
  expect(known.read('u1')).toEqual(pod);
});

it('keeps the newest state of a pod, until it is forgotten', () => {
  const known = makeKnownPods();
  known.keep(aPod({ uid: 'u1', metadata: { resourceVersion: '1' } }));
  known.keep(aPod({ uid: 'u1', metadata: { resourceVersion: '2' } }));
  expect(known.briefs().map(({ metadata }) => metadata.resourceVersion)).toEqual(['2']);
  known.forget('u1');
  expect(known.has('u1')).toBe(false);
  expect(known.read('u1')).toBeUndefined();
  expect(known.briefs()).toEqual([]);
});
