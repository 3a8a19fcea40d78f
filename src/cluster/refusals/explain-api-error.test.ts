import { describe, expect, it } from 'vitest';
import { isCliError } from '../../errors/cli-error.ts';
import { ApiError, type ApiStatus } from './api-error.ts';
import { explainApiError } from './explain-api-error.ts';

const POD = '/api/v1/namespaces/shop/pods/web-1';
const action = 'add container "dbg" to shop/web-1';
const rightsFor = (subresource: string): string =>
  `write the rights to a file: kubectl-debug check -n shop --for=${subresource === 'exec' ? 'exec' : 'debug'} -o yaml > rights.yaml; then an administrator grants them: kubectl apply -f rights.yaml`;
const explain = (code: number, status: ApiStatus, path = POD, method = 'GET'): Error =>
  explainApiError(new ApiError({ method, path }, code, status), { action });

const rbac =
  'pods "web-1" is forbidden: User "dev" cannot get resource "pods" in API group "" in the namespace "shop"';
const podSecurity = 'pods "web-1" is forbidden: violates PodSecurity "baseline:latest": privileged';
const pods = { name: 'web-1', kind: 'pods' };

describe('explainApiError', () => {
  it.each([
    {
      code: 401,
      status: { message: 'Unauthorized' },
      kind: 'unauthorized',
      why: /does not accept the credentials/,
      hint: /log in/,
    },
    {
      code: 403,
      status: { message: rbac, details: pods },
      kind: 'forbidden',
      why: /cannot get resource/,
      hint: /kubectl-debug check -n \S+ --for=debug -o yaml/,
    },
    {
      code: 403,
      status: { message: podSecurity, details: pods },
      kind: 'pod-security',
      why: /Pod Security level/,
      hint: /from its node/,
    },
    {
      code: 403,
      status: { message: 'admission webhook "x" denied the request: no' },
      kind: 'admission-denied',
      why: /webhook/,
      hint: /policy/,
    },
    {
      code: 404,
      status: { message: 'pods "web-1" not found', details: pods },
      kind: 'not-found',
      why: /not found/,
    },
    {
      code: 409,
      status: { reason: 'AlreadyExists', message: 'pods "c" already exists' },
      kind: 'conflict',
      why: /already exists/,
      hint: /another name/,
    },
    { code: 409, status: { message: 'modified' }, kind: 'conflict', why: /modified/, hint: /again/ },
    {
      code: 410,
      status: { message: 'too old' },
      kind: 'conflict',
      why: /no longer has the requested state/,
      hint: /again/,
    },
    { code: 429, status: { message: 'too many' }, kind: 'throttled', why: /too many/, hint: /wait/ },
    { code: 503, status: {}, kind: 'throttled', why: /answered 503/, hint: /wait/ },
    { code: 500, status: { message: 'etcd' }, kind: 'server-error', why: /etcd/ },
    { code: 502, status: {}, kind: 'server-error', why: /answered 502/ },
    { code: 400, status: { message: 'bad' }, kind: 'invalid', why: /bad/ },
    { code: 405, status: { message: 'method' }, kind: 'server-error', why: /method/ },
  ])('makes a $code a $kind that says what was tried: $why', ({ code, status, kind, why, hint }) => {
    const error = explain(code, status);
    expect(error).toMatchObject({ kind, message: expect.stringMatching(why), cause: { code } });
    expect(error.message).toMatch(new RegExp(`^cannot ${action}: `));
    expect(isCliError(error) && error.hint).toEqual(
      hint === undefined ? undefined : expect.stringMatching(hint),
    );
  });

  it.each(['attach', 'exec'])(
    'knows that a 403 without a reason misses the right to create pods/%s',
    (subresource) => {
      const error = explain(
        403,
        { message: 'pods "web-1" is forbidden: ' },
        `${POD}/${subresource}?container=c`,
      );
      expect(error).toMatchObject({
        kind: 'forbidden',
        message: `cannot ${action}: the user may not "create" pods/${subresource} (needed since Kubernetes 1.35)`,
        hint: rightsFor(subresource),
      });
    },
  );

  it.each(['attach', 'exec'])('says which Role lets a user get pods/%s', (subresource) => {
    const message = `pods "web-1" is forbidden: User "dev" cannot get resource "pods/${subresource}"`;
    const error = explain(403, { message, details: pods }, `${POD}/${subresource}?container=c`);
    expect(error).toMatchObject({ kind: 'forbidden', hint: rightsFor(subresource) });
  });

  it('tells a server without ephemeral containers from a pod that does not exist', () => {
    const path = `${POD}/ephemeralcontainers?fieldManager=x`;
    expect(explain(404, { details: {} }, path, 'PATCH')).toMatchObject({ kind: 'unsupported' });
    expect(explain(404, { details: pods }, path, 'PATCH')).toMatchObject({ kind: 'not-found' });
  });

  it('knows a pod that was replaced by its uid', () => {
    const causes = [{ field: 'metadata.uid', message: 'field is immutable' }];
    expect(explain(422, { details: { causes } })).toMatchObject({ kind: 'pod-replaced' });
  });

  it('lists the causes of an invalid object once each, without what follows on further lines', () => {
    const cause = { field: 'spec.a', message: 'Forbidden: may not be changed\n[{"env": "canary"}]' };
    const message = 'Pod is invalid: canary';
    const error = explain(422, { message, details: { causes: [cause, cause, { message: 'Required' }] } });
    expect(error).toMatchObject({
      kind: 'invalid',
      message: `cannot ${action}: spec.a: Forbidden: may not be changed; Required`,
    });
  });

  it('takes the first line of a message where there are no causes', () => {
    expect(explain(422, { message: 'rejected\ncanary' }).message).toBe(`cannot ${action}: rejected`);
  });

  it('hands back what the server did not say', () => {
    const error = new Error('ours');
    expect(explainApiError(error, { action })).toBe(error);
    expect(explainApiError('text', { action }).message).toBe('text');
  });
});
