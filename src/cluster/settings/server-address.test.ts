import { expect, it } from 'vitest';
import { authorityOf, parseServerAddress, shownAddress } from './server-address.ts';

it.each([
  ['https://k.example', { protocol: 'https:', host: 'k.example', port: 443, basePath: '' }],
  ['https://k.example:6443/', { protocol: 'https:', host: 'k.example', port: 6443, basePath: '' }],
  [
    'https://k.example/k8s/c-1/?a=b',
    { protocol: 'https:', host: 'k.example', port: 443, basePath: '/k8s/c-1' },
  ],
  ['http://[::1]:8001', { protocol: 'http:', host: '::1', port: 8001, basePath: '' }],
  ['localhost', { protocol: 'http:', host: 'localhost', port: 80, basePath: '' }],
  ['k.example:6443', { protocol: 'http:', host: 'k.example', port: 6443, basePath: '' }],
])('reads %s', (text, expected) => {
  expect(parseServerAddress(text)).toMatchObject(expected);
});

it.each([
  ['https://me:pw@k.example/x/', 'https://k.example/x/', 'https://k.example/x'],
  ['me:pw@k.example', 'k.example', 'http://k.example'],
  ['https://k.example:443/a@b?c=d', 'https://k.example:443/…', 'https://k.example/a@b'],
  ['http://[::1]:8001', 'http://[::1]:8001', 'http://[::1]:8001'],
])('shows %s without a password', (text, shown, url) => {
  expect(parseServerAddress(text)).toMatchObject({ shown, url });
});

it.each([
  ['unix:///run/k', 'unix:///run/k'],
  ['https://', 'https://'],
  ['ftp://me:canary@k.example', 'ftp://k.example'],
  ['https://me:ca/nary@k.example', 'https://k.example'],
  ['me:ca//nary@k:x', 'k:x'],
  ['localhost:8001/prefix', 'localhost:8001/prefix'],
  ['//k.example', '//k.example'],
  ['', ''],
])('refuses %s', (text, shown) => {
  expect(() => parseServerAddress(text)).toThrow(`the server address "${shown}" is not a http or https URL`);
});

it('puts IPv6 into brackets before a port', () => {
  expect(authorityOf({ host: 'fd00::1', port: 1 })).toBe('[fd00::1]:1');
});

it.each([
  ['https://me:canary@k.example/x', 'https://k.example/x'],
  ['https://k.example/x.yaml?X-Signature=canary', 'https://k.example/x.yaml'],
  ['https://k.example/x.yaml#canary', 'https://k.example/x.yaml'],
  ['https://k.example?canary', 'https://k.example'],
  ['https://me:can?ary@k.example/x', 'https://k.example/x'],
  ['https://me/x:canary@k.example/y', 'https://me/…'],
  ['https://me:12/canary@k.example', 'https://me:12/…'],
  ['https://k.example/a?next=https://me:canary@l.example', 'https://k.example/a'],
  ['https://[canary@k.example?canary', 'https://k.example'],
  ['socks5://me:canary@[::1]:1080', 'socks5://[::1]:1080'],
])('shows of %s nothing that may be a secret', (text, shown) => {
  expect(shownAddress(text)).toBe(shown);
});

it.each([
  ['https://me:p%40ss@k.example', { username: 'me', password: 'p@ss' }],
  ['https://me:100%@k.example', { username: 'me', password: '100%' }],
  ['http://me@k.example', { username: 'me', password: '' }],
  ['https://k.example', undefined],
])('reads who one is from %s', (text, userInfo) => {
  expect(parseServerAddress(text).userInfo).toEqual(userInfo);
});
