import { expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { findOwner } from './find-owner.ts';

const owner = (kind: string, name: string, controller = true) => ({
  apiVersion: 'apps/v1',
  kind,
  name,
  uid: 'u',
  controller,
});

it.each([
  { label: 'no owner', owners: [], labels: {}, expected: undefined },
  {
    label: 'a StatefulSet',
    owners: [owner('StatefulSet', 'db')],
    labels: {},
    expected: { kind: 'StatefulSet', name: 'db' },
  },
  {
    label: 'a ReplicaSet of a Deployment',
    owners: [owner('ReplicaSet', 'web-5d4f8')],
    labels: { 'pod-template-hash': '5d4f8' },
    expected: { kind: 'Deployment', name: 'web' },
  },
  {
    label: 'a ReplicaSet of nobody',
    owners: [owner('ReplicaSet', 'web-5d4f8')],
    labels: {},
    expected: { kind: 'ReplicaSet', name: 'web-5d4f8' },
  },
  {
    label: 'a ReplicaSet with the hash of another one',
    owners: [owner('ReplicaSet', 'web-5d4f8')],
    labels: { 'pod-template-hash': '77777' },
    expected: { kind: 'ReplicaSet', name: 'web-5d4f8' },
  },
  {
    label: 'an owner that is no controller',
    owners: [owner('Node', 'n1', false), owner('Job', 'once')],
    labels: {},
    expected: { kind: 'Job', name: 'once' },
  },
])('finds the owner of a pod with $label', ({ owners, labels, expected }) => {
  expect(findOwner(aPod({ metadata: { ownerReferences: owners, labels } }))).toEqual(expected);
});
