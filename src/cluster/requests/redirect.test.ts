import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { parseServerAddress } from '../settings/server-address.ts';
import { locationOf, redirected } from './redirect.ts';

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

describe('redirected', () => {
  it.each([
    { location: '/there', path: '/there' },
    { location: 'there?y=2', path: '/base/there?y=2' },
    { location: 'https://k.example/full', path: '/full' },
  ])('follows $location on the same server', ({ location, path }) => {
    expect(redirected(CALL, ADDRESS, answer(302, location))).toEqual({ ...CALL, basePath: '', path });
  });

  it.each([
    { label: 'to another server', call: CALL, status: 302, location: 'https://other.example/' },
    { label: 'to another port', call: CALL, status: 302, location: 'https://k.example:8443/' },
    { label: 'to no address', call: CALL, status: 302, location: 'https://:0:/' },
    { label: 'that would change the method', call: { ...CALL, method: 'POST' }, status: 302, location: '/a' },
  ])('follows none $label', ({ call, status, location }) => {
    expect(redirected(call, ADDRESS, answer(status, location))).toBeUndefined();
  });

  it('repeats a POST if the status asks for that', () => {
    expect(redirected({ ...CALL, method: 'POST' }, ADDRESS, answer(307, '/a'))?.path).toBe('/a');
  });
});
