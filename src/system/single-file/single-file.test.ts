import { X509Certificate } from 'node:crypto';
import os from 'node:os';
import { createSecureContext } from 'node:tls';
import { describe, expect, it, vi } from 'vitest';
import { calledAs } from './called-as.ts';
import { codeAsInNode } from './code-as-in-node.ts';
import { patchUserInfo } from './patch-user-info.ts';
import { secureContextAsInNode } from './secure-context.ts';

describe('the name of a call', () => {
  it.each([
    { argv0: './kubectl-debug', name: 'kubectl-debug', words: [] },
    { argv0: '/home/me/.krew/bin/kubectl-dbg', name: 'kubectl-dbg', words: [] },
    { argv0: 'kubectl-debug.EXE', name: 'kubectl-debug', words: [] },
    { argv0: 'kubectl_complete-dbg', name: 'kubectl_complete-dbg', words: ['completion', '--'] },
    {
      argv0: '/opt/kubectl-debug',
      env: { KUBECTL_DEBUG_CALLED_AS: 'kubectl-dbg' },
      name: 'kubectl-dbg',
      words: [],
    },
    { argv0: 'kubectl-dbg', env: { KUBECTL_DEBUG_CALLED_AS: '' }, name: 'kubectl-dbg', words: [] },
  ])('is $name for $argv0', ({ argv0, env = {}, name, words }) => {
    expect(calledAs({ argv0, env })).toEqual({ name, words });
  });
});

describe('a secure context', () => {
  const BROKEN = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  /** A runtime that refuses a list with one certificate that it cannot read. */
  function strict() {
    const lists: unknown[] = [];
    const make = vi.fn((options: { readonly ca?: unknown } = {}) => {
      const ca = options.ca as readonly string[];
      if (ca.includes(BROKEN)) throw new Error('Invalid CA');
      lists.push(ca);
      return createSecureContext();
    });
    return { lists, makers: { createSecureContext: make as typeof createSecureContext, readCertificate } };
  }
  const readCertificate = (pem: string) => new X509Certificate(pem);

  it('of an empty list trusts one authority that has signed nothing', () => {
    const { lists, makers } = strict();
    secureContextAsInNode({ ca: [] }, makers);
    expect(lists).toEqual([[expect.stringContaining('BEGIN CERTIFICATE')]]);
    const [[nobody]] = lists as [[string]];
    const { ca, subject, validTo } = readCertificate(nobody);
    expect({ ca, subject }).toEqual({ ca: true, subject: 'CN=nobody' });
    expect(new Date(validTo).getFullYear()).toBeGreaterThan(2100);
  });

  it('leaves out what cannot be read', () => {
    const { lists, makers } = strict();
    secureContextAsInNode({ ca: [BROKEN] }, makers);
    expect(lists).toEqual([[expect.not.stringContaining('AAAA\n-----END')]]);
  });

  it('passes on what is wrong with something else', () => {
    const make = (): never => {
      throw new Error('key values mismatch');
    };
    expect(() => secureContextAsInNode({ ca: [] }, { createSecureContext: make, readCertificate })).toThrow(
      'key values mismatch',
    );
  });
});

it('a code of BoringSSL is that of OpenSSL, and others stay', () => {
  expect(codeAsInNode('ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED')).toBe(
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
  );
  expect(codeAsInNode('ECONNREFUSED')).toBe('ECONNREFUSED');
});

it.skipIf(process.platform === 'win32')('the login name is that of the system', () => {
  const { userInfo } = os;
  const real = userInfo();
  try {
    Object.assign(os, { userInfo: () => ({ ...real, username: 'unknown' }) });
    patchUserInfo(process);
    expect(os.userInfo().username).toBe(real.username);
    Object.assign(os, { userInfo: () => ({ ...real, uid: 3_999_999_999, username: 'unknown' }) });
    patchUserInfo(process);
    expect(() => os.userInfo()).toThrow('no user has the uid 3999999999');
  } finally {
    Object.assign(os, { userInfo });
  }
});
