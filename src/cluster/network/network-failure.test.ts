import { describe, expect, it } from 'vitest';
import { CliError } from '../../errors/cli-error.ts';
import { connectionLost, failureWords, isReset, networkFailure } from './network-failure.ts';

const failing = (code: string): Error => Object.assign(new Error('system text'), { code });
const SERVER = 'https://k.example';

describe('networkFailure', () => {
  it.each([
    { code: 'ECONNREFUSED', why: 'the connection was refused' },
    { code: 'ENOTFOUND', why: 'its host name cannot be resolved' },
    { code: 'EHOSTUNREACH', why: 'its address does not answer' },
    { code: 'ECONNRESET', why: 'the connection was cut' },
    { code: 'CERT_HAS_EXPIRED', why: 'its certificate has expired' },
    { code: 'EPROTO', why: 'the TLS handshake failed' },
    { code: 'EUNKNOWN', why: 'system text' },
  ])('says for $code: $why', ({ code, why }) => {
    const error = failing(code);
    expect(networkFailure(error, SERVER)).toMatchObject({
      kind: 'unreachable',
      message: `cannot reach the API server ${SERVER}: ${why}`,
      hint: expect.any(String),
      cause: error,
    });
  });

  it('returns an explained error unchanged', () => {
    const error = new CliError('timeout', 'too late');
    expect(networkFailure(error, SERVER)).toBe(error);
  });

  it.each(['HPE_HEADER_OVERFLOW', 'UND_ERR_HEADERS_OVERFLOW'])(
    'names the bound of headers for %s',
    (code) => {
      expect(networkFailure(failing(code), SERVER)).toMatchObject({ kind: 'too-large' });
      expect(connectionLost(SERVER, failing(code))).toMatchObject({ kind: 'too-large' });
    },
  );
});

it('names the trusted authorities for an untrusted certificate, and for nothing else', () => {
  const trusted = { certificates: [], shown: 'those of F', hint: 'add it to F' };
  expect(failureWords(failing('SELF_SIGNED_CERT_IN_CHAIN'), trusted)).toEqual({
    why: 'its certificate is not signed by a trusted authority (those of F)',
    hint: 'add it to F',
  });
  expect(failureWords(failing('CERT_HAS_EXPIRED'), trusted)?.why).toBe('its certificate has expired');
  expect(failureWords(new Error('no code'), trusted)).toBeUndefined();
});

it('calls a connection lost that broke in the middle of an answer', () => {
  expect(connectionLost(SERVER)).toMatchObject({ kind: 'connection-lost' });
});

it.each([
  { error: failing('ECONNRESET'), expected: true },
  { error: failing('EPIPE'), expected: true },
  { error: failing('ECONNREFUSED'), expected: false },
  { error: 'ECONNRESET', expected: false },
])('tells a reset connection from other failures: $expected', ({ error, expected }) => {
  expect(isReset(error)).toBe(expected);
});
