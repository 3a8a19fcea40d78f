import { describe, expect, it } from 'vitest';
import { chooseProxy, isExempt } from './proxy.ts';
import { parseServerAddress } from '../settings/server-address.ts';

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

  it('is one of the environment that speaks socks5h', () => {
    expect(proxyOf('https://k.example', { HTTPS_PROXY: 'socks5h://p:1' })).toBe('socks5h://p:1');
  });

  it('is not HTTP_PROXY in a CGI script, where a client sets it', () => {
    const env = { HTTP_PROXY: 'http://p:1', REQUEST_METHOD: 'GET' };
    expect(() => proxyOf('http://k.example', env)).toThrow('HTTP_PROXY is not used in a CGI script');
    expect(proxyOf('http://k.example', env, 'http://q:1')).toBe('http://q:1/');
    expect(proxyOf('https://k.example', { ...env, HTTPS_PROXY: 'http://p:1' })).toBe('http://p:1/');
    expect(proxyOf('http://k.example', { ...env, HTTP_PROXY: '' })).toBeUndefined();
  });

  it('is the proxy-url whatever NO_PROXY says, also for this machine', () => {
    const env = { HTTPS_PROXY: 'http://other', NO_PROXY: '*' };
    expect(proxyOf('https://127.0.0.1:6443', env, 'http://p:1')).toBe('http://p:1/');
  });

  it.each(['ftp://p:1', 'p:1', 'http://', 'socks5h://p:1'])('refuses the proxy-url %s', (text) => {
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
    ['k.example', 'k.example.', false],
    ['k.example:', 'k.example', true],
    [':6443', 'k.example', false],
    ['*.', 'k.example', false],
    ['100.7', '198.51.100.7', false],
    ['198.51.100.0/24', '::ffff:198.51.100.7', true],
    ['[2001:db8::7]', '2001:db8::7', false],
    ['[2001:db8::7]:6443', '2001:db8::7', true],
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
