import { expect, it } from 'vitest';
import { apiPath, pathWithQuery, podPath } from './api-path.ts';

it('encodes each part of a path', () => {
  expect(apiPath('api', 'v1', 'namespaces', 'a b?c', 'pods')).toBe('/api/v1/namespaces/a%20b%3Fc/pods');
  expect(podPath({ namespace: 'shop', name: 'web-1' }, 'log')).toBe('/api/v1/namespaces/shop/pods/web-1/log');
});

it.each(['', '.', '..', 'a/b', 'a%2fb'])('refuses the name "%s", which leads elsewhere', (name) => {
  expect(() => podPath({ namespace: 'shop', name })).toThrow(/is not a valid name/);
});

it('leaves out what is undefined and repeats what is a list', () => {
  const query = { container: 'a b', tty: false, tailLines: undefined, command: ['sh', '-c', 'x=1&2'] };
  expect(pathWithQuery('/p', query)).toBe(
    '/p?container=a%20b&tty=false&command=sh&command=-c&command=x%3D1%262',
  );
  expect(pathWithQuery('/p', { limit: undefined })).toBe('/p');
});
