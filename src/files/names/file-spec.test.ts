import { expect, it } from 'vitest';
import { parseFileSpec } from './file-spec.ts';

const inPod = (target: string, path: string, container?: string) => ({
  kind: 'in-pod',
  target,
  path,
  ...(container !== undefined && { container }),
});
const local = (path: string) => ({ kind: 'local', path });

it.each([
  { text: 'notes.txt', spec: local('notes.txt') },
  { text: '/tmp/a:b', spec: local('/tmp/a:b') },
  { text: './a:b', spec: local('./a:b') },
  { text: '../a:b', spec: local('../a:b') },
  { text: '.', spec: local('.') },
  { text: '~/a:b', spec: local('~/a:b') },
  { text: 'folder/', spec: local('folder/') },
  { text: '-', spec: { kind: 'stream' } },
  { text: 'web-1:/var/log', spec: inPod('web-1', '/var/log') },
  { text: 'web-1:log', spec: inPod('web-1', 'log') },
  { text: 'web-1:.', spec: inPod('web-1', '.') },
  { text: 'shop/web-1:/x', spec: inPod('shop/web-1', '/x') },
  { text: 'pod/web-1:/x', spec: inPod('pod/web-1', '/x') },
  { text: 'deploy/web:/x', spec: inPod('deploy/web', '/x') },
  { text: 'web-1:app:/x', spec: inPod('web-1', '/x', 'app') },
  { text: 'shop/web-1:app:log', spec: inPod('shop/web-1', 'log', 'app') },
  { text: 'web-1:/a:b', spec: inPod('web-1', '/a:b') },
  { text: 'web-1:./a:b', spec: inPod('web-1', './a:b') },
  { text: 'web-1:A:b', spec: inPod('web-1', 'A:b') },
  { text: 'web-1:app:a:b', spec: inPod('web-1', 'a:b', 'app') },
  { text: 'web-1:/é', spec: inPod('web-1', '/\u00c3\u00a9') },
  { text: 'web-1:C:\\x', spec: inPod('web-1', 'C:\\x') },
  { text: 'C:\\x', spec: inPod('C', '\\x') },
])('reads "$text"', ({ text, spec }) => {
  expect(parseFileSpec(text, 'linux')).toEqual(spec);
});

it.each([
  { text: 'C:\\x', spec: local('C:\\x') },
  { text: 'c:/x', spec: local('c:/x') },
  { text: 'D:', spec: local('D:') },
  { text: '\\\\server\\share:x', spec: local('\\\\server\\share:x') },
  { text: '.\\a:b', spec: local('.\\a:b') },
  { text: 'c:x', spec: inPod('c', 'x') },
  { text: 'web-1:/x', spec: inPod('web-1', '/x') },
])('reads "$text" on Windows', ({ text, spec }) => {
  expect(parseFileSpec(text, 'win32')).toEqual(spec);
});

it.each([
  { text: '', says: 'cannot be empty' },
  { text: ':/x', says: 'names no pod' },
  { text: 'web-1:', says: 'names no path' },
  { text: 'web-1:app:', says: 'names no path' },
  { text: 'web-1:~', says: 'home folder' },
  { text: 'web-1:~/x', says: 'home folder' },
  { text: `web-1:${'a'.repeat(64)}:/x`, says: 'invalid container name' },
])('refuses "$text"', ({ text, says }) => {
  expect(() => parseFileSpec(text, 'linux')).toThrow(says);
});
