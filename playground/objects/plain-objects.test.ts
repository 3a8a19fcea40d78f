import { describe, expect, it } from 'vitest';
import { send } from '../../test/playground/api-client.ts';
import { openWatchAt } from '../../test/playground/open-watch.ts';
import {
  ACCEPT_TABLE,
  aPodNamed,
  startPlayground,
  STRATEGIC_MERGE,
} from '../../test/playground/start-playground.ts';
import { until } from '../../test/drivers/until.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const JOBS = '/apis/batch/v1/namespaces/default/jobs';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const MERGE = 'application/merge-patch+json';

const JOB = {
  metadata: { name: 'run' },
  spec: {
    suspend: true,
    template: { spec: { restartPolicy: 'Never', containers: [{ name: 'w', image: 'w:1' }] } },
  },
};

async function startWithMap() {
  const { playground } = await startPlayground();
  const post = (path: string, body: unknown, user: 'admin' | 'viewer' = 'admin') =>
    send(playground, path, { method: 'POST', body, user });
  const patch = (path: string, body: unknown, contentType = MERGE) =>
    send(playground, path, { method: 'PATCH', body, contentType });
  const created = await post(MAPS, { metadata: { name: 'a', labels: { app: 'x' } }, data: { x: '1' } });
  return { playground, post, patch, created };
}

describe('a ConfigMap', () => {
  it('is created, read, listed by its labels, watched and shown in a table', async () => {
    const { playground, created } = await startWithMap();
    expect(created).toMatchObject({
      status: 201,
      json: { kind: 'ConfigMap', apiVersion: 'v1', data: { x: '1' } },
    });
    const { json } = await send(playground, `${MAPS}?labelSelector=app%3Dx`);
    expect(json).toMatchObject({ kind: 'ConfigMapList', items: [{ metadata: { name: 'a' } }] });
    const table = await send(playground, `${MAPS}/a`, { headers: { accept: ACCEPT_TABLE } });
    expect(table.json.rows[0].cells).toEqual(['a', '1', expect.any(String)]);
    const watching = await openWatchAt(playground, `${MAPS}?watch=1&fieldSelector=metadata.name%3Da`);
    await send(playground, `${MAPS}/a`, { method: 'DELETE' });
    await until(
      () => watching.summary().length === 2,
      () => watching.summary().join(),
    );
    expect(watching.summary()).toEqual(['ADDED a', 'DELETED a']);
  });

  it.each([
    { what: 'one', path: `${MAPS}/a`, kind: 'Status' },
    { what: 'all', path: MAPS, kind: 'ConfigMapList' },
  ])('stays when a deletion of $what is a dry run', async ({ path, kind }) => {
    const { playground } = await startWithMap();
    for (const [query, body] of [
      ['?dryRun=All', undefined],
      ['', { dryRun: ['All'] }],
    ] as const)
      expect(await send(playground, `${path}${query}`, { method: 'DELETE', body })).toMatchObject({
        status: 200,
        json: { kind },
      });
    expect((await send(playground, `${MAPS}/a`)).status).toBe(200);
  });

  it.each([
    { body: { metadata: { name: 'a' } }, status: 409, message: 'configmaps "a" already exists' },
    { body: { metadata: { name: 'A' } }, status: 422, message: 'ConfigMap "A" is invalid: metadata.name: ' },
    { body: { metadata: {} }, status: 422, message: 'name or generateName is required' },
    { body: { kind: 'Job' }, status: 400, message: 'Job in version "v1" cannot be handled as a ConfigMap' },
    { body: { metadata: { name: 'b' }, data: { y: 1 } }, status: 400, message: 'cannot unmarshal number' },
    {
      body: { metadata: { name: 'b' }, data: { y: 'x'.repeat(1_048_576) } },
      status: 422,
      message: 'ConfigMap "b" is invalid: []: Too long: may not be more than 1048576 bytes',
    },
  ])('is refused with $status: $message', async ({ body, status, message }) => {
    const { post } = await startWithMap();
    const reply = await post(MAPS, body);
    expect([reply.status, reply.json.message]).toEqual([status, expect.stringContaining(message)]);
  });

  it.each([
    { patch: { data: { y: '2' } }, status: 200, data: { x: '1', y: '2' } },
    { patch: { data: { x: null, y: '2' } }, status: 200, data: { y: '2' } },
    { patch: { metadata: { resourceVersion: '1' }, data: { y: '2' } }, status: 409, data: { x: '1' } },
    { patch: { metadata: { uid: '1' }, data: { y: '2' } }, status: 422, data: { x: '1' } },
  ])('answers the patch $patch by $status', async ({ patch: body, status, data }) => {
    const { playground, patch } = await startWithMap();
    expect((await patch(`${MAPS}/a`, body)).status).toBe(status);
    expect((await patch(`${MAPS}/a`, body, STRATEGIC_MERGE)).status).toBe(status);
    expect((await send(playground, `${MAPS}/a`)).json.data).toEqual(data);
  });

  it('keeps its version when nothing changes', async () => {
    const { patch, created } = await startWithMap();
    const { json } = await patch(`${MAPS}/a`, { data: { x: '1' } });
    expect(json).toEqual(created.json);
  });

  it('has all of many patches that come at once', async () => {
    const { playground, patch } = await startWithMap();
    const keys = Array.from({ length: 20 }, (_, index) => `worker-${index}`);
    await Promise.all(keys.map((key) => patch(`${MAPS}/a`, { data: { [key]: key } })));
    const { json } = await send(playground, `${MAPS}/a`);
    expect(Object.keys(json.data as object).sort()).toEqual([...keys, 'x'].sort());
  });

  it('stays as it is once it is immutable', async () => {
    const { patch } = await startWithMap();
    await patch(`${MAPS}/a`, { immutable: true });
    const reply = await patch(`${MAPS}/a`, { data: { x: '2' } });
    expect(reply.json.message).toBe(
      'ConfigMap "a" is invalid: data: Forbidden: field is immutable when `immutable` is set',
    );
  });
});

describe('the objects that another owns', () => {
  const OWNED = (uid: string) => ({
    metadata: { name: 'owned', ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name: 'run', uid }] },
  });

  it.each([
    { query: '?propagationPolicy=Background', isKept: false },
    { query: '?propagationPolicy=Foreground', isKept: false },
    { query: '?propagationPolicy=Orphan', isKept: true },
    { query: '', isKept: true },
  ])('are kept after a deletion of the Job with "$query": $isKept', async ({ query, isKept }) => {
    const { playground, post } = await startWithMap();
    const { json } = await post(JOBS, JOB);
    await post(MAPS, OWNED(json.metadata.uid as string));
    await send(playground, `${JOBS}/run${query}`, { method: 'DELETE' });
    const readOwned = () => send(playground, `${MAPS}/owned`);
    if (!isKept) {
      await expect.poll(async () => (await readOwned()).status).toBe(404);
      expect((await send(playground, `${JOBS}/run`)).status).toBe(404);
      return;
    }
    expect((await readOwned()).json.metadata.ownerReferences).toEqual([]);
  });

  it('go although they come after their owner has gone', async () => {
    const { playground, post } = await startWithMap();
    const { json } = await post(JOBS, JOB);
    await send(playground, `${JOBS}/run?propagationPolicy=Background`, { method: 'DELETE' });
    await post(MAPS, OWNED(json.metadata.uid as string));
    await expect.poll(async () => (await send(playground, `${MAPS}/owned`)).status).toBe(404);
  });

  it('stay if their owner was never here', async () => {
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'elsewhere' };
    const { playground } = await startPlayground({
      pods: [aPodNamed('web-1', { ownerReferences: [owner] })],
    });
    await send(playground, '/api/v1/namespaces/default/serviceaccounts/default', { method: 'DELETE' });
    expect((await send(playground, '/api/v1/namespaces/default/pods/web-1')).status).toBe(200);
  });
});

describe('roles and bindings', () => {
  const ROLE = {
    metadata: { name: 'r' },
    rules: [{ apiGroups: [''], resources: ['configmaps'], resourceNames: ['a'], verbs: ['get', 'watch'] }],
  };
  const BINDING = {
    metadata: { name: 'r' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
    subjects: [{ kind: 'ServiceAccount', namespace: 'default', name: 'default' }],
  };

  it('give a ServiceAccount the rights in the namespace that they name, and no others', async () => {
    const { playground, post } = await startWithMap();
    await post(`${RBAC}/namespaces/default/roles`, ROLE);
    const token = await post('/api/v1/namespaces/default/serviceaccounts/default/token', {});
    const headers = { authorization: `Bearer ${token.json.status.token as string}` };
    const status = async (path: string): Promise<number> =>
      (await send(playground, path, { headers })).status;
    expect(await status(`${MAPS}/a`)).toBe(403);
    await post(`${RBAC}/namespaces/default/rolebindings`, BINDING);
    expect(await status(`${MAPS}/a`)).toBe(200);
    expect(await status(`${MAPS}/b`)).toBe(403);
    expect(await status(MAPS)).toBe(403);
    expect(await status('/api/v1/namespaces/kube-system/configmaps/a')).toBe(403);
    const review = (attributes: object) =>
      send(playground, '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
        method: 'POST',
        headers,
        body: {
          spec: { resourceAttributes: { verb: 'get', resource: 'configmaps', name: 'a', ...attributes } },
        },
      });
    expect((await review({ namespace: 'default' })).json.status).toEqual({ allowed: true });
    expect((await review({ namespace: 'kube-system' })).json.status).toEqual({ allowed: false });
  });

  it('are enough to watch the one object that a field selector names', async () => {
    const { playground, post } = await startWithMap();
    await post(`${RBAC}/namespaces/default/roles`, ROLE);
    await post(`${RBAC}/namespaces/default/rolebindings`, BINDING);
    const headers = { 'impersonate-user': 'system:serviceaccount:default:default' };
    const watch = (name: string) =>
      send(playground, `${MAPS}?watch=1&timeoutSeconds=1&fieldSelector=metadata.name%3D${name}`, { headers });
    const [own, other] = await Promise.all([watch('a'), watch('b')]);
    expect([own.status, other.status]).toEqual([200, 403]);
  });

  it('cannot be made by somebody who has less', async () => {
    const { playground } = await startWithMap();
    const headers = { 'impersonate-user': 'jane', 'impersonate-group': 'may:create:roles' };
    const reply = await send(playground, `${RBAC}/namespaces/default/roles`, {
      method: 'POST',
      headers,
      body: ROLE,
    });
    expect(reply.status).toBe(403);
    expect(reply.json.message).toBe(
      'roles.rbac.authorization.k8s.io "r" is forbidden: user "jane" (groups=["may:create:roles" ' +
        '"system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n' +
        '{APIGroups:[""], Resources:["configmaps"], ResourceNames:["a"], Verbs:["get" "watch"]}',
    );
  });
});
