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
  ['k.example:6443', { protocol: 'http:', host: 'k.example', port: 6443, basePath: '' }],
])('reads %s', (text, expected) => {
  expect(parseServerAddress(text, { hasTls: false })).toMatchObject(expected);
});

it('takes an address without a scheme for https when there is anything about TLS', () => {
  expect(parseServerAddress('10.0.0.1:6443', { hasTls: true }).protocol).toBe('https:');
});

it('shows no password', () => {
  expect(parseServerAddress('https://me:pw@k.example/x', { hasTls: false }).shown).toBe(
    'https://k.example/x',
  );
});

it.each(['unix:///run/k', 'https://', 'ftp://k.example'])('refuses %s', (text) => {
  expect(() => parseServerAddress(text, { hasTls: false })).toThrow(/is not a http or https URL/);
});

it('puts IPv6 into brackets before a port', () => {
  expect(authorityOf({ host: 'fd00::1', port: 1 })).toBe('[fd00::1]:1');
});
