import { describe, expect, it } from 'vitest';
import { parsePortWish, parseSocksWish } from './parse-port-wish.ts';

const fixed = (port: number) => ({ kind: 'fixed', port }) as const;
const number = (port: number) => ({ kind: 'number', port }) as const;
const host = (name: string, port: number) => ({ kind: 'host', host: name, port }) as const;
const RANDOM = { kind: 'random' } as const;
const AS_REMOTE = { kind: 'as-remote' } as const;

describe('parsePortWish', () => {
  it.each([
    { text: '80', local: AS_REMOTE, remote: number(80) },
    { text: '080', local: AS_REMOTE, remote: number(80) },
    { text: '80/tcp', local: AS_REMOTE, remote: number(80) },
    { text: 'https', local: AS_REMOTE, remote: { kind: 'name', name: 'https' } },
    { text: '8080:80', local: fixed(8080), remote: number(80) },
    { text: '8080:80/TCP', local: fixed(8080), remote: number(80) },
    { text: ':80', local: RANDOM, remote: number(80) },
    { text: '0:80', local: RANDOM, remote: number(80) },
    { text: '8443:https', local: fixed(8443), remote: { kind: 'name', name: 'https' } },
    { text: '65535:65535', local: fixed(65_535), remote: number(65_535) },
    { text: '5432:db:5432', local: fixed(5432), remote: host('db', 5432) },
    { text: ':db.shop.svc:5432', local: RANDOM, remote: host('db.shop.svc', 5432) },
    { text: '8080:169.254.169.254:80', local: fixed(8080), remote: host('169.254.169.254', 80) },
    { text: '8080:[::1]:80', local: fixed(8080), remote: host('::1', 80) },
    { text: ':[fd00::5]:80', local: RANDOM, remote: host('fd00::5', 80) },
    { text: '80:_http._tcp.web:81', local: fixed(80), remote: host('_http._tcp.web', 81) },
    { text: '127.0.0.2:8080:80', address: '127.0.0.2', local: fixed(8080), remote: number(80) },
    {
      text: 'localhost::https',
      address: 'localhost',
      local: RANDOM,
      remote: { kind: 'name', name: 'https' },
    },
    { text: '[::1]:8080:80', address: '::1', local: fixed(8080), remote: number(80) },
    { text: '[::]:8080:[::1]:80', address: '::', local: fixed(8080), remote: host('::1', 80) },
    { text: '0.0.0.0:5432:db:5432', address: '0.0.0.0', local: fixed(5432), remote: host('db', 5432) },
    { text: '*:8080:80', address: '*', local: fixed(8080), remote: number(80) },
  ])('reads $text', ({ text, address, local, remote }) => {
    expect(parsePortWish(text)).toEqual({ text, address, local, remote });
  });

  it.each([
    { text: '', why: 'names no remote port' },
    { text: '0', why: 'no remote port has the number 0' },
    { text: ':0', why: 'no remote port has the number 0' },
    { text: '70000', why: '70000 is larger than 65535' },
    { text: '70000:80', why: '70000 is larger than 65535' },
    { text: '8080:', why: 'names no remote port' },
    { text: 'HTTPS', why: 'neither the number nor the name' },
    { text: '-80', why: 'neither the number nor the name' },
    { text: 'a-name-that-is-too-long', why: 'neither the number nor the name' },
    { text: 'http:http', why: 'not the number of a local port' },
    { text: 'db:5432', why: '"db" is not the number of a local port', hint: '5432:db:5432, or :db:5432' },
    { text: '10.0.0.1:80', why: 'not the number of a local port', hint: '80:10.0.0.1:80' },
    { text: '8080:80:80', why: '"80" cannot be the name of a host' },
    { text: '8080::80', why: 'names no host' },
    { text: '8080:db:pg', why: '"pg" is not the number of a port' },
    { text: '8080:db:0', why: 'no remote port has the number 0' },
    { text: '8080:[db]:80', why: 'cannot be the name of a host' },
    { text: '8080:a b:80', why: 'cannot be the name of a host' },
    { text: '8080:\u001b[2J:80', why: 'cannot be the name of a host' },
    { text: 'db:80:db:80', why: '"db" is not an address of this machine' },
    { text: '8080:fd00::5:80', why: 'too many colons', hint: 'in brackets' },
    { text: '53/udp', why: 'it is UDP', hint: 'nslookup' },
    { text: '53:8.8.8.8:53/udp', why: 'it is UDP', hint: 'nc -u' },
    { text: '36412/sctp', why: 'it is SCTP' },
    { text: '80/http', why: 'there is no protocol "http"' },
  ])('refuses $text', ({ text, why, hint = '' }) => {
    expect(() => parsePortWish(text)).toThrow(
      expect.objectContaining({
        kind: 'usage',
        message: expect.stringContaining(why) as string,
        hint: expect.stringContaining(hint) as string,
      }) as Error,
    );
  });
});

describe('parseSocksWish', () => {
  it.each([
    { text: '1080', address: undefined, local: fixed(1080) },
    { text: '0', address: undefined, local: RANDOM },
    { text: '127.0.0.1:1080', address: '127.0.0.1', local: fixed(1080) },
    { text: '[::1]:1080', address: '::1', local: fixed(1080) },
    { text: 'localhost:0', address: 'localhost', local: RANDOM },
  ])('reads $text', ({ text, address, local }) => {
    expect(parseSocksWish(text)).toEqual({ address, local });
  });

  it.each(['', 'x', ':1080', 'db:1080', '1080:1080', '70000'])('refuses "%s"', (text) => {
    expect(() => parseSocksWish(text)).toThrow(expect.objectContaining({ kind: 'usage' }) as Error);
  });
});
