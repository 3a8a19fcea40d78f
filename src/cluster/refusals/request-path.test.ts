import { expect, it } from 'vitest';
import { namespaceFlag, pathOnly, podOfPath } from './request-path.ts';

it.each([
  {
    path: '/api/v1/namespaces/shop/pods/web-1?x=1',
    only: '/api/v1/namespaces/shop/pods/web-1',
    flag: ' -n shop',
    pod: 'web-1',
  },
  {
    path: '/api/v1/namespaces/shop/pods/web-1/log',
    only: '/api/v1/namespaces/shop/pods/web-1/log',
    flag: ' -n shop',
    pod: 'web-1',
  },
  {
    path: '/api/v1/namespaces/a%20b/pods/c%25d',
    only: '/api/v1/namespaces/a%20b/pods/c%25d',
    flag: " -n 'a b'",
    pod: 'c%d',
  },
  { path: '/api/v1/namespaces/a/pods/%zz', only: '/api/v1/namespaces/a/pods/%zz', flag: ' -n a', pod: '%zz' },
  {
    path: '/api/v1/namespaces/shop/pods',
    only: '/api/v1/namespaces/shop/pods',
    flag: ' -n shop',
    pod: 'POD',
  },
  { path: '/version', only: '/version', flag: '', pod: 'POD' },
])('reads $path', ({ path, only, flag, pod }) => {
  expect([pathOnly(path), namespaceFlag(path), podOfPath(path)]).toEqual([only, flag, pod]);
});
