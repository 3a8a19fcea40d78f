import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { parseServerAddress } from '../settings/server-address.ts';
import { locationOf, readRedirect } from './redirect.ts';

function answer(statusCode: number, location?: string): IncomingMessage {
  const response = new IncomingMessage(new Socket());
  response.statusCode = statusCode;
  if (location !== undefined) response.headers.location = location;
  return response;
}
const ADDRESS = parseServerAddress('https://k.example/base');
const CALL = { method: 'GET', path: '/version?x=1', headers: {}, signal: new AbortController().signal };

describe('locationOf', () => {
  it.each([
    { status: 301, location: '/a', expected: '/a' },
    { status: 308, location: '/a', expected: '/a' },
    { status: 304, location: '/a', expected: undefined },
    { status: 200, location: '/a', expected: undefined },
    { status: 302, location: undefined, expected: undefined },
  ])('reads $location of a $status as $expected', ({ status, location, expected }) => {
    expect(locationOf(answer(status, location))).toBe(expected);
  });
});

describe('readRedirect', () => {
  it.each([
    { location: '/there', path: '/there' },
    { location: 'there?y=2', path: '/base/there?y=2' },
    { location: 'https://k.example/full', path: '/full' },
  ])('follows $location on the same server', ({ location, path }) => {
    const call = { ...CALL, basePath: '', path };
    expect(readRedirect(CALL, ADDRESS, answer(302, location))).toEqual({ kind: 'follow', call });
  });

  it.each([
    { label: 'to another server', location: 'https://other.example/a?b', where: 'https://other.example' },
    { label: 'to another port', location: 'https://k.example:8443/', where: 'https://k.example:8443' },
    { label: 'to no address', location: 'https://:0:/', where: 'an invalid address' },
  ])('follows none $label', ({ location, where }) => {
    expect(readRedirect(CALL, ADDRESS, answer(302, location))).toEqual({ kind: 'elsewhere', where });
  });

  it.each([
    { status: 302, kind: 'changes-method' },
    { status: 307, kind: 'follow' },
  ])('of a POST with status $status is $kind', ({ status, kind }) => {
    expect(readRedirect({ ...CALL, method: 'POST' }, ADDRESS, answer(status, '/a'))?.kind).toBe(kind);
  });

  it('is nothing for another answer', () => {
    expect(readRedirect(CALL, ADDRESS, answer(200, '/a'))).toBeUndefined();
  });
});
