import { describe, expect, it } from 'vitest';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import type { ObjectAddress } from '../objects/object-path.ts';
import { explainCreation } from './explain-creation.ts';

const ROLE: ObjectAddress = { kind: 'Role', namespace: 'shop', name: 'audit-r1' };
const JOB: ObjectAddress = { kind: 'Job', namespace: 'shop', name: 'audit-r1' };

/** As Kubernetes 1.37 writes it. */
const ESCALATION = `roles.rbac.authorization.k8s.io "audit-r1" is forbidden: user "ann" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:
{APIGroups:[""], Resources:["pods/ephemeralcontainers"], Verbs:["patch"]}
{APIGroups:[""], Resources:["configmaps"], ResourceNames:["audit-r1-counts"], Verbs:["get" "patch"]}`;

const refusal = (code: number, message: string, details = {}) =>
  new ApiError({ method: 'POST', path: '/x' }, code, { code, message, details });

describe('explainCreation', () => {
  it.each([
    {
      label: 'rights that nobody may hand out who lacks them',
      error: refusal(403, ESCALATION, { kind: 'roles' }),
      address: ROLE,
      kind: 'forbidden',
      says: 'rights that you do not have in namespace shop, and so may not hand out: patch pods/ephemeralcontainers, get and patch configmaps',
      hint: '--service-account=NAME',
    },
    {
      label: 'a role that may not be created',
      error: refusal(403, 'roles is forbidden: User "ann" cannot create', { kind: 'roles' }),
      address: ROLE,
      kind: 'forbidden',
      says: 'cannot create Role shop/audit-r1: roles is forbidden',
      hint: '--dry-run=client -o yaml',
    },
    {
      label: 'a namespace that is not there',
      error: refusal(404, 'namespaces "shop" not found'),
      address: JOB,
      kind: 'not-found',
      says: 'cannot create Job shop/audit-r1: namespaces "shop" not found',
      hint: 'kubectl create namespace shop',
    },
    {
      label: 'a quota for Jobs',
      error: refusal(403, 'jobs.batch "audit-r1" is forbidden: exceeded quota: q, requested: …', {
        kind: 'jobs',
      }),
      address: JOB,
      kind: 'forbidden',
      says: 'exceeded quota: q',
      hint: 'kubectl describe quota -n shop',
    },
    {
      label: 'a server that fails',
      error: refusal(500, 'etcd is away'),
      address: JOB,
      kind: 'server-error',
      says: 'cannot create Job shop/audit-r1: etcd is away',
      hint: '',
    },
  ])('explains $label', ({ error, address, kind, says, hint }) => {
    const explained = explainCreation(error, address);
    expect(explained).toMatchObject({ kind, message: expect.stringContaining(says) as string });
    expect('hint' in explained ? (explained.hint ?? '') : '').toContain(hint);
  });
});
