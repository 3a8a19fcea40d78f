import { describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import {
  describeIds,
  findUser,
  findUserIds,
  forbidsRoot,
  specifiedGroup,
  specifiedUser,
} from './container-user.ts';

const podOf = (podContext: object, ownContext?: object, user?: { uid: number; gid: number }) => {
  const pod = aPod({
    apps: [{ ...(ownContext && { securityContext: ownContext }) }],
    spec: { securityContext: podContext },
  });
  const [status] = pod.status?.containerStatuses ?? [];
  if (status === undefined || user === undefined) return pod;
  return { ...pod, status: { ...pod.status, containerStatuses: [{ ...status, user: { linux: user } }] } };
};

describe('findUserIds', () => {
  it.each([
    { label: 'the image alone', pod: podOf({}), expected: undefined },
    { label: 'the pod', pod: podOf({ runAsUser: 5, runAsGroup: 6 }), expected: { user: 5, group: 6 } },
    { label: 'the container', pod: podOf({ runAsUser: 5 }, { runAsUser: 7 }), expected: { user: 7 } },
    {
      label: 'the runtime',
      pod: podOf({}, undefined, { uid: 1000, gid: 2000 }),
      expected: { user: 1000, group: 2000 },
    },
    {
      label: 'the spec before the runtime',
      pod: podOf({ runAsUser: 5 }, undefined, { uid: 1000, gid: 2000 }),
      expected: { user: 5, group: 2000 },
    },
    { label: 'a group alone', pod: podOf({ runAsGroup: 6 }), expected: undefined },
  ])('finds $expected where the user comes from $label', ({ pod, expected }) => {
    expect(findUserIds(pod, 'app')).toEqual(expected);
    expect(findUser(pod, 'app')).toBe(expected?.user);
  });

  it('finds nothing for a container that the pod does not have', () => {
    expect(findUserIds(podOf({ runAsUser: 5 }), 'gone')).toBeUndefined();
  });
});

it.each([
  { podContext: { runAsNonRoot: true }, own: {}, expected: true },
  { podContext: { runAsNonRoot: true }, own: { runAsNonRoot: false }, expected: false },
  { podContext: {}, own: { runAsNonRoot: true }, expected: true },
  { podContext: {}, own: {}, expected: false },
])('forbids root with $podContext and $own: $expected', ({ podContext, own, expected }) => {
  expect(forbidsRoot(podOf(podContext), { securityContext: own })).toBe(expected);
});

it('reads the ids of the spec, those of the container first', () => {
  const pod = podOf({ runAsUser: 1, runAsGroup: 2 });
  const container = { securityContext: { runAsUser: 0, runAsGroup: 0 } };
  expect([specifiedUser(pod, {}), specifiedGroup(pod, {})]).toEqual([1, 2]);
  expect([specifiedUser(pod, container), specifiedGroup(pod, container)]).toEqual([0, 0]);
});

it.each([
  { ids: { user: 5 }, expected: '5' },
  { ids: { user: 5, group: 0 }, expected: '5:0' },
])('writes $ids as $expected', ({ ids, expected }) => {
  expect(describeIds(ids)).toBe(expected);
});
