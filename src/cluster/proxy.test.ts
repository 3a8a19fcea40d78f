import { describe, expect, it } from 'vitest';
import { chooseProxy, isExempt } from './proxy.ts';
import { parseServerAddress } from './server-address.ts';

const proxyOf = (server: string, env: Record<string, string>, configured?: string): string | undefined =>
  chooseProxy(parseServerAddress(server), configured, env)?.href;

describe('chooseProxy', () => {
  it.each([
    ['https://k.example', { HTTPS_PROXY: 'http://p:1' }, 'http://p:1/'],
    ['https://k.example', { https_proxy: 'http://p:1' }, 'http://p:1/'],
    ['https://k.example', { HTTPS_PROXY: 'http://upper', https_proxy: 'http://lower' }, 'http://upper/'],
    ['https://k.example', { HTTPS_PROXY: 'p:3128' }, 'http://p:3128/'],
    ['https://k.example', { HTTP_PROXY: 'http://p:1' }, undefined],
    ['http://k.example', { HTTP_PROXY: 'http://p:1' }, 'http://p:1/'],
    ['https://k.example', { ALL_PROXY: 'http://p:1' }, undefined],
    ['https://localhost:6443', { HTTPS_PROXY: 'http://p:1' }, undefined],
    ['https://127.0.0.3:6443', { HTTPS_PROXY: 'http://p:1' }, undefined],
    ['https://[::1]:6443', { HTTPS_PROXY: 'http://p:1' }, undefined],
    ['https://k.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'example' }, undefined],
    ['https://k.example', { HTTPS_PROXY: 'http://p:1', no_proxy: 'k.example' }, undefined],
    ['https://k.example', { HTTPS_PROXY: 'socks5://p:1' }, 'socks5://p:1'],
  ])('for %s with %j is %s', (server, env, expected) => {
    expect(proxyOf(server, env)).toBe(expected);
  });

  it('is the proxy-url whatever NO_PROXY says, also for this machine', () => {
    const env = { HTTPS_PROXY: 'http://other', NO_PROXY: '*' };
    expect(proxyOf('https://127.0.0.1:6443', env, 'http://p:1')).toBe('http://p:1/');
  });

  it.each(['ftp://p:1', 'p:1', 'http://'])('refuses the proxy-url %s', (text) => {
    expect(() => proxyOf('https://k.example', {}, text)).toThrow(
      /proxy-url .* is not a http, https or socks5 URL/,
    );
  });

  it.each([
    ['ftp://me:canary@p', 'ftp://p'],
    ['http://me:ca/nary@p', 'http://p'],
    ['me:canary@p:x', 'p:x'],
  ])('shows no password of the proxy %s that it refuses', (proxy, shown) => {
    expect(() => proxyOf('https://k.example', { HTTPS_PROXY: proxy })).toThrow(
      `HTTPS_PROXY "${shown}" is not`,
    );
  });
});

describe('isExempt', () => {
  it.each([
    ['*', 'k.example', true],
    ['k.example', 'k.example', true],
    ['example', 'k.example', true],
    ['example', 'kexample', false],
    ['.example', 'k.example', true],
    ['.example', 'example', false],
    ['*.example', 'a.k.example', true],
    ['*.example', 'example', false],
    ['K.Example', 'k.eXample', true],
    ['k.example', 'k.example.', true],
    ['k.example:6443', 'k.example', true],
    ['k.example:443', 'k.example', false],
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.3:6443', '10.1.2.3', true],
    ['10.1.2.3:1', '10.1.2.3', false],
    ['10.0.0.0/8', '10.200.1.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.0.0.0/8', '10.example', false],
    ['10.0.0.0/99', '10.0.0.1', false],
    ['fd00::/8', 'fd12::1', true],
    ['fd00::1', 'fd00::1', true],
    ['[fd00::1]:6443', 'fd00::1', true],
    [' a , k.example ', 'k.example', true],
    ['', 'k.example', false],
    [',', 'k.example', false],
  ])('NO_PROXY=%s for %s:6443 is %s', (noProxy, host, expected) => {
    expect(isExempt({ host, port: 6443 }, noProxy)).toBe(expected);
  });
});
