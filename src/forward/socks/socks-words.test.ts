import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_BYTES, readSocks, socksAnswer } from './socks-words.ts';

const bytes = (...parts: readonly (number | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))));
const V6 = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x1f];

describe('SOCKS5', () => {
  it.each([
    { methods: [0], answer: [5, 0] },
    { methods: [2, 0], answer: [5, 0] },
  ])('accepts a client without a password among $methods', ({ methods, answer }) => {
    expect(readSocks(bytes(5, methods.length, ...methods), false)).toEqual({
      kind: 'greeting',
      answer: Buffer.from(answer),
      length: 2 + methods.length,
    });
  });

  it('refuses a client that wants to send a password', () => {
    expect(readSocks(bytes(5, 1, 2), false)).toEqual({ kind: 'refused', answer: Buffer.of(5, 0xff) });
  });

  it.each([
    { label: 'IPv4', request: bytes(5, 1, 0, 1, 10, 0, 0, 7, 0x15, 0x38), host: '10.0.0.7', port: 5432 },
    { label: 'a name', request: bytes(5, 1, 0, 3, 2, 'db', 0, 80), host: 'db', port: 80 },
    { label: 'IPv6', request: bytes(5, 1, 0, 4, ...V6, 1, 0), host: '2001:db8:0:0:0:0:0:1f', port: 256 },
  ])('reads $label', ({ request, host, port }) => {
    expect(readSocks(Buffer.concat([request, Buffer.from('early data')]), true)).toEqual({
      kind: 'connect',
      version: 5,
      destination: { kind: 'host', host, port },
      length: request.length,
    });
  });

  it.each([
    { label: 'BIND', request: bytes(5, 2, 0, 1, 0, 0, 0, 0, 0, 0), code: 7 },
    { label: 'UDP', request: bytes(5, 3, 0, 1, 0, 0, 0, 0, 0, 0), code: 7 },
    { label: 'an unknown kind of address', request: bytes(5, 1, 0, 9, 0, 0), code: 8 },
  ])('refuses $label', ({ request, code }) => {
    expect(readSocks(request, true)).toEqual({
      kind: 'refused',
      answer: Buffer.of(5, code, 0, 1, 0, 0, 0, 0, 0, 0),
    });
  });
});

describe('SOCKS4', () => {
  it.each([
    { label: 'an address', request: bytes(4, 1, 0, 80, 10, 0, 0, 7, 'me', 0), host: '10.0.0.7' },
    { label: 'a name (4a)', request: bytes(4, 1, 0, 80, 0, 0, 0, 1, 0, 'db.shop', 0), host: 'db.shop' },
  ])('reads $label', ({ request, host }) => {
    expect(readSocks(request, false)).toEqual({
      kind: 'connect',
      version: 4,
      destination: { kind: 'host', host, port: 80 },
      length: request.length,
    });
  });

  it('refuses BIND', () => {
    expect(readSocks(bytes(4, 2, 0, 80, 10, 0, 0, 7, 0), false)).toEqual({
      kind: 'refused',
      answer: Buffer.of(0, 0x5b, 0, 0, 0, 0, 0, 0),
    });
  });
});

it.each([
  { result: 'connected', five: 0, four: 0x5a },
  { result: 'failed', five: 1, four: 0x5b },
  { result: 'unreachable', five: 4, four: 0x5b },
  { result: 'refused', five: 5, four: 0x5b },
] as const)('answers $result', ({ result, five, four }) => {
  expect(socksAnswer(5, result)[1]).toBe(five);
  expect(socksAnswer(4, result)[1]).toBe(four);
});

it('tells an HTTP client what this port is', () => {
  const words = readSocks(Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'), false);
  expect(words.kind === 'refused' && words.answer.toString()).toMatch(/^HTTP\/1\.1 501 [^]*SOCKS proxy/);
});

const REQUESTS = [
  bytes(5, 2, 0, 2),
  bytes(4, 1, 0, 80, 0, 0, 0, 1, 'me', 0, 'db.shop', 0),
  bytes(4, 1, 0, 80, 10, 0, 0, 7, 0),
];

it.each(REQUESTS)('asks for more until a request is whole', (request) => {
  for (let length = 0; length < request.length; length += 1)
    expect(readSocks(request.subarray(0, length), false)).toEqual({ kind: 'more' });
  expect(readSocks(request, false).kind).not.toBe('more');
});

it('reads any bytes without a throw, and no more of them than its bound', () => {
  const some = fc.uint8Array({ maxLength: MOST_BYTES + 50 });
  fc.assert(
    fc.property(some, fc.constantFrom(4, 5, undefined), fc.boolean(), (rest, version, isGreeted) => {
      const all =
        version === undefined ? Buffer.from(rest) : bytes(version, Buffer.from(rest).toString('latin1'));
      const words = readSocks(all, isGreeted);
      if (all.length > MOST_BYTES) expect(words.kind).toBe('refused');
      if (words.kind === 'connect' || words.kind === 'greeting')
        expect(words.length).toBeLessThanOrEqual(all.length);
    }),
  );
});
