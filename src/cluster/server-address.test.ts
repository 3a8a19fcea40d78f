import { expect, it } from 'vitest';
import { authorityOf, parseServerAddress } from './server-address.ts';

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
  ['https://k.example:443/a@b?c=d', 'https://k.example:443/a@b?c=d', 'https://k.example/a@b'],
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
])('refuses %s', (text, shown) => {
  expect(() => parseServerAddress(text)).toThrow(`the server address "${shown}" is not a http or https URL`);
});

it('puts IPv6 into brackets before a port', () => {
  expect(authorityOf({ host: 'fd00::1', port: 1 })).toBe('[fd00::1]:1');
});
