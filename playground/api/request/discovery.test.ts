import { describe, expect, it } from 'vitest';
import { send } from '../../../test/playground/api-client.ts';
import { PODS, startPlayground } from '../../../test/playground/start-playground.ts';

describe('discovery', () => {
  it('tells groups, resources and their verbs', async () => {
    const { playground } = await startPlayground();
    const core = await send(playground, '/api/v1');
    expect(core.json).toMatchObject({ kind: 'APIResourceList', groupVersion: 'v1' });
    const names = (core.json.resources as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual([
      'configmaps',
      'events',
      'namespaces',
      'nodes',
      'pods',
      'pods/attach',
      'pods/ephemeralcontainers',
      'pods/exec',
      'pods/log',
      'pods/portforward',
      'serviceaccounts',
      'serviceaccounts/token',
    ]);
    const groups = await send(playground, '/apis');
    expect(groups.json.groups).toMatchObject([
      { name: 'batch' },
      { name: 'rbac.authorization.k8s.io' },
      { name: 'authorization.k8s.io' },
    ]);
  });

  it.each([
    { method: 'GET', path: '/nope', status: 404, text: '404 page not found\n' },
    {
      method: 'GET',
      path: '/api/v1/nope',
      status: 404,
      text: 'the server could not find the requested resource',
    },
    { method: 'PATCH', path: `${PODS}/web-1/frob`, status: 404, text: '"details":{}' },
    { method: 'GET', path: `${PODS}/nope`, status: 404, text: 'pods \\"nope\\" not found' },
    { method: 'GET', path: '/api/v1/namespaces/nope', status: 404, text: 'namespaces \\"nope\\" not found' },
    { method: 'PUT', path: `${PODS}/web-1`, status: 405, text: 'the server does not allow this method' },
    { method: 'GET', path: `${PODS}/web-1/attach`, status: 400, text: 'Upgrade request required' },
    { method: 'GET', path: '/healthz', status: 200, text: 'ok' },
  ])('answers $method $path with $status', async ({ method, path, status, text }) => {
    const { playground } = await startPlayground();
    const reply = await send(playground, path, { method });
    expect(reply.status).toBe(status);
    expect(reply.text).toContain(text);
  });
});
