import { describe, expect, it } from 'vitest';
import { aDebugRequest } from '../../test/builders/a-debug-request.ts';
import { aPod, type PodOptions } from '../../test/builders/a-pod.ts';
import type { DebugRequest } from './request/debug-request.ts';
import { planEphemeralContainer } from './container/ephemeral-container.ts';
import { planFallbacks } from './fallbacks.ts';
import { planNodePod } from './node-pod.ts';

function fallbacksFor(podOptions: PodOptions, options: Partial<DebugRequest> = {}) {
  const pod = aPod(podOptions);
  const request = aDebugRequest({ adaptsProfile: true, ...options });
  const planAgain = (asked: DebugRequest) => planEphemeralContainer(pod, asked, () => 0);
  return planFallbacks({ pod, plan: planAgain(request), request }, planAgain);
}

function securityOf(fallback: ReturnType<typeof fallbacksFor>[number] | undefined) {
  const plan = fallback?.makePlan();
  return plan?.kind === 'ephemeral' ? plan.container.securityContext : undefined;
}

const APP_1000 = { apps: [{ securityContext: { runAsUser: 1000 } }] };
const APP_1000_3000 = { apps: [{ securityContext: { runAsUser: 1000, runAsGroup: 3000 } }] };
const POD_2000 = { spec: { securityContext: { runAsUser: 2000 } } };
const ROOT = { apps: [{ securityContext: { runAsUser: 0 } }] };

describe('planFallbacks', () => {
  it.each([
    {
      label: 'nothing names a user',
      pod: {},
      target: undefined,
      user: 65_532,
      group: 65_532,
      said: /65532.*nothing in the pod/,
    },
    { label: 'the pod names root', pod: ROOT, target: undefined, user: 65_532, group: 65_532, said: /65532/ },
    { label: 'the only container names one', pod: APP_1000, target: undefined, user: 1000, said: /uid 1000/ },
    { label: 'the target names one', pod: APP_1000, target: 'app', user: 1000, said: /uid 1000/ },
    {
      label: 'the target names one with a group',
      pod: APP_1000_3000,
      target: 'app',
      user: 1000,
      group: 3000,
      said: /uid 1000 and gid 3000/,
    },
    { label: 'the pod names one', pod: POD_2000, target: 'app', user: undefined, said: /2000.*pod sets/ },
    {
      label: 'the pod names one, and the target another group',
      pod: { ...POD_2000, apps: [{ securityContext: { runAsGroup: 3000 } }] },
      target: 'app',
      user: 2000,
      group: 3000,
      said: /uid 2000 and gid 3000/,
    },
  ])('restricts to a user that is not root where $label', ({ pod, target, user, group, said }) => {
    const [, restricted] = fallbacksFor(pod, target === undefined ? {} : { target });
    expect(restricted?.profile).toBe('restricted');
    expect(restricted?.user).toMatch(said);
    expect(securityOf(restricted)).toEqual({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
      ...(user !== undefined && { runAsUser: user }),
      ...(group !== undefined && { runAsGroup: group }),
    });
  });

  it.each([
    { label: 'without a target', target: undefined, expected: undefined },
    {
      label: 'as the user of the target, whose files are closed to others',
      target: 'app',
      expected: { runAsUser: 1000 },
    },
  ])('tries baseline first, $label', ({ target, expected }) => {
    const [baseline] = fallbacksFor(APP_1000, target === undefined ? {} : { target });
    expect(baseline?.profile).toBe('baseline');
    expect(securityOf(baseline)).toEqual(expected);
  });

  it('keeps the name of the container, and the user and capabilities that were asked for', () => {
    const security = {
      runAs: { kind: 'ids', ids: { user: 5 } },
      capAdd: ['NET_BIND_SERVICE'],
      capDrop: [],
    } as const;
    const [, restricted] = fallbacksFor({}, { security });
    expect(restricted?.makePlan()).toMatchObject({ container: { name: 'debugger-bbbbb' } });
    expect(securityOf(restricted)).toMatchObject({
      runAsUser: 5,
      capabilities: { add: ['NET_BIND_SERVICE'], drop: ['ALL'] },
    });
  });

  it('has none for a profile that the user named, and none for a node', () => {
    expect(fallbacksFor({}, { adaptsProfile: false })).toEqual([]);
    const request = aDebugRequest({ adaptsProfile: true });
    const planAgain = () => planNodePod({ node: 'n1', namespace: 'shop' }, request, () => 0);
    expect(planFallbacks({ pod: aPod(), plan: planAgain(), request }, planAgain)).toEqual([]);
  });
});
