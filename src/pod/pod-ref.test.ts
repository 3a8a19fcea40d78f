import { expect, it } from 'vitest';
import { aPod } from '../../test/builders/a-pod.ts';
import { describeContainer, describePod, podRef } from './pod-ref.ts';

const REF = { namespace: 'shop', name: 'web-1' };

it('names a pod and a debug container in messages', () => {
  const pod = aPod({ name: 'web-1' });
  expect(podRef(pod)).toEqual(REF);
  expect(describePod(pod)).toBe('shop/web-1');
  expect(describeContainer({ ...REF, container: 'dbg' })).toBe('debug container "dbg" in shop/web-1');
});

it('leaves empty what an object without a name does not say', () => {
  expect(podRef({ metadata: {}, spec: { containers: [] } })).toEqual({ namespace: '', name: '' });
});
