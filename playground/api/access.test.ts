import { describe, expect, it } from 'vitest';
import { send } from '../../test/playground/api-client.ts';
import { PODS, startPlayground, STRATEGIC_MERGE } from '../../test/playground/start-playground.ts';

describe('who may do what', () => {
  const FORBIDDEN = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    reason: 'Forbidden',
    code: 403,
  };

  it('does not accept an unknown token', async () => {
    const { playground } = await startPlayground();
    const reply = await send(playground, PODS, { headers: { authorization: 'Bearer nonsense' } });
    expect(reply.status).toBe(401);
    expect(reply.json).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Unauthorized',
      reason: 'Unauthorized',
      code: 401,
    });
  });

  it.each([
    { method: 'GET', path: PODS, status: 200 },
    { method: 'GET', path: '/api/v1/pods', status: 200 },
    { method: 'GET', path: `${PODS}/web-1`, status: 200 },
    { method: 'GET', path: `${PODS}/web-1/log`, status: 200 },
    { method: 'GET', path: '/api/v1/nodes', status: 200 },
    { method: 'GET', path: '/apis', status: 200 },
    { method: 'GET', path: '/version', status: 200 },
    { method: 'PATCH', path: `${PODS}/web-1/ephemeralcontainers`, status: 403 },
    { method: 'POST', path: PODS, status: 403 },
    { method: 'DELETE', path: `${PODS}/web-1`, status: 403 },
    { method: 'DELETE', path: PODS, status: 403 },
    { method: 'GET', path: `${PODS}/web-1/attach`, status: 403 },
    { method: 'POST', path: `${PODS}/web-1/exec`, status: 403 },
    { method: 'POST', path: '/api/v1/namespaces', status: 403 },
  ])('answers a viewer $method $path with $status', async ({ method, path, status }) => {
    const { playground } = await startPlayground();
    expect((await send(playground, path, { method, user: 'viewer' })).status).toBe(status);
  });

  it('names the verb, the subresource and the namespace of what a viewer may not do', async () => {
    const { playground } = await startPlayground();
    const reply = await send(playground, `${PODS}/web-1/ephemeralcontainers`, {
      method: 'PATCH',
      user: 'viewer',
      contentType: STRATEGIC_MERGE,
      body: {},
    });
    expect(reply.json).toEqual({
      ...FORBIDDEN,
      message:
        'pods "web-1" is forbidden: User "viewer" cannot patch resource "pods/ephemeralcontainers" in API group "" in the namespace "default"',
      details: { name: 'web-1', kind: 'pods' },
    });
  });

  it('lets somebody without a token see the version and nothing else', async () => {
    const { playground } = await startPlayground();
    expect((await send(playground, '/version', { user: null })).status).toBe(200);
    expect((await send(playground, '/api', { user: null })).json).toEqual({
      ...FORBIDDEN,
      message: 'forbidden: User "system:anonymous" cannot get path "/api"',
      details: {},
    });
    expect((await send(playground, '/api/v1/pods', { user: null })).json).toEqual({
      ...FORBIDDEN,
      message:
        'pods is forbidden: User "system:anonymous" cannot list resource "pods" in API group "" at the cluster scope',
      details: { kind: 'pods' },
    });
  });

  it.each([
    {
      user: 'admin',
      headers: { 'impersonate-user': 'jane' },
      status: 403,
      message: 'User "jane" cannot list',
    },
    {
      user: 'viewer',
      headers: { 'impersonate-user': 'jane' },
      status: 403,
      message:
        'users "jane" is forbidden: User "viewer" cannot impersonate resource "users" in API group "" at the cluster scope',
    },
    {
      user: 'admin',
      headers: { 'impersonate-user': 'jane', 'impersonate-group': 'system:masters' },
      status: 200,
      message: '',
    },
    {
      user: 'admin',
      headers: { 'impersonate-group': 'x' },
      status: 400,
      message: 'without impersonating a user',
    },
  ] as const)('answers $user with $headers by $status', async ({ user, headers, status, message }) => {
    const { playground } = await startPlayground();
    const reply = await send(playground, PODS, { user, headers });
    expect(reply.status).toBe(status);
    expect(reply.text).toContain(JSON.stringify(message).slice(1, -1));
  });

  it.each([
    {
      user: 'admin',
      attributes: { verb: 'patch', resource: 'pods', subresource: 'ephemeralcontainers' },
      allowed: true,
    },
    { user: 'viewer', attributes: { verb: 'get', resource: 'pods' }, allowed: true },
    { user: 'viewer', attributes: { verb: 'get', resource: 'pods', subresource: 'attach' }, allowed: false },
  ] as const)('reviews $attributes of $user as $allowed', async ({ user, attributes, allowed }) => {
    const { playground } = await startPlayground();
    const reply = await send(playground, '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
      method: 'POST',
      user,
      body: { spec: { resourceAttributes: { namespace: 'default', ...attributes } } },
    });
    expect(reply.status).toBe(201);
    expect(reply.json.status).toEqual({ allowed });
  });
});
