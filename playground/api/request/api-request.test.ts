import { describe, expect, it } from 'vitest';
import { isTrue, parseApiRequest } from './api-request.ts';

describe('parseApiRequest', () => {
  it.each([
    {
      request: 'GET /api/v1/namespaces/shop/pods',
      expected: { verb: 'list', group: '', resource: 'pods', namespace: 'shop' },
    },
    {
      request: 'GET /api/v1/namespaces/shop/pods/',
      expected: { verb: 'list', group: '', resource: 'pods', namespace: 'shop' },
    },
    { request: 'GET /api/v1/pods?watch=1', expected: { verb: 'watch', group: '', resource: 'pods' } },
    {
      request: 'GET /api/v1/namespaces/shop/pods/web-1?watch=1',
      expected: { verb: 'get', group: '', resource: 'pods', namespace: 'shop', name: 'web-1' },
    },
    {
      request: 'PATCH /api/v1/namespaces/shop/pods/web-1/ephemeralcontainers',
      expected: {
        verb: 'patch',
        group: '',
        resource: 'pods',
        namespace: 'shop',
        name: 'web-1',
        subresource: 'ephemeralcontainers',
      },
    },
    {
      request: 'DELETE /api/v1/namespaces/shop/pods',
      expected: { verb: 'deletecollection', group: '', resource: 'pods', namespace: 'shop' },
    },
    { request: 'GET /api/v1/namespaces', expected: { verb: 'list', group: '', resource: 'namespaces' } },
    {
      request: 'GET /api/v1/namespaces/shop',
      expected: { verb: 'get', group: '', resource: 'namespaces', namespace: 'shop', name: 'shop' },
    },
    {
      request: 'GET /api/v1/nodes/a%2Fb',
      expected: { verb: 'get', group: '', resource: 'nodes', name: 'a/b' },
    },
    {
      request: 'POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      expected: { verb: 'create', group: 'authorization.k8s.io', resource: 'selfsubjectaccessreviews' },
    },
  ])('reads $request', ({ request, expected }) => {
    expect(parse(request)).toEqual({ kind: 'resource', ...expected });
  });

  it.each(['/', '/api', '/api/v1', '/apis/authorization.k8s.io/v1', '/version', '/apis/x/v2/things'])(
    'takes %s as a plain path',
    (path) => {
      expect(parse(`GET ${path}`)).toEqual({ kind: 'path', verb: 'get', path });
    },
  );

  function parse(request: string): unknown {
    const [method = '', target = ''] = request.split(' ');
    const { pathname, searchParams } = new URL(target, 'https://server');
    return parseApiRequest(method, pathname, searchParams);
  }
});

describe('isTrue', () => {
  it.each([
    { value: null, expected: false },
    { value: 'false', expected: false },
    { value: 'False', expected: false },
    { value: '0', expected: false },
    { value: 'true', expected: true },
    { value: '1', expected: true },
    { value: '', expected: true },
    { value: 'maybe', expected: true },
  ])('reads $value as $expected, as Go does', ({ value, expected }) => {
    expect(isTrue(value)).toBe(expected);
  });
});
