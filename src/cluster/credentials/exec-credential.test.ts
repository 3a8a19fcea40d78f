import { describe, expect, it } from 'vitest';
import { parseExecCredential } from './exec-credential.ts';
import { describeForPlugin, renderExecInfo } from './exec-info.ts';

const apiVersion = 'client.authentication.k8s.io/v1';
const plugin = { apiVersion, label: 'user "u1", exec in FILE' } as const;
const print = (status: object | undefined, extra: object = {}): string =>
  JSON.stringify({ kind: 'ExecCredential', apiVersion, status, ...extra });

describe('what a plugin printed', () => {
  it('is a token, a certificate or both, with its end', () => {
    const status = {
      token: 't',
      clientCertificateData: 'c',
      clientKeyData: 'k',
      expirationTimestamp: '2030-01-01T00:00:00Z',
    };
    expect(parseExecCredential(print(status), plugin)).toEqual({
      credential: { authorization: 'Bearer t', keyPair: { certificate: 'c', key: 'k' } },
      expiresAt: new Date('2030-01-01T00:00:00Z'),
    });
    expect(parseExecCredential(print({ token: 't' }), plugin)).toEqual({
      credential: { authorization: 'Bearer t' },
      expiresAt: undefined,
    });
  });

  it.each([
    ['no JSON', 'canary', 'it is not an ExecCredential in JSON'],
    ['something else', '{"kind":"canary"}', 'it is not an ExecCredential in JSON'],
    [
      'another version',
      print({ token: 'canary' }, { apiVersion: 'v2' }),
      `its apiVersion is not ${apiVersion}`,
    ],
    ['no status', print(undefined), 'it has neither a token nor a certificate'],
    ['half a certificate', print({ clientKeyData: 'canary' }), 'it has a certificate or a key, but not both'],
    [
      'no time',
      print({ token: 'canary', expirationTimestamp: 'x' }),
      'its expirationTimestamp is not a time',
    ],
  ])('is refused without being quoted when it is %s', (_label, text, why) => {
    const message = `user "u1", exec in FILE: cannot use the output of the plugin: ${why}`;
    expect(() => parseExecCredential(text, plugin)).toThrow(
      expect.objectContaining({ kind: 'credentials', message }),
    );
  });
});

describe('KUBERNETES_EXEC_INFO', () => {
  const server = {
    server: 'https://k.example',
    certificateAuthority: undefined,
    isVerified: true,
    tlsServerName: undefined,
    proxyUrl: undefined,
    acceptsGzip: true,
    execConfig: null,
  };

  it('describes the cluster as kubectl does, config null without an extension', () => {
    const cluster = describeForPlugin({ ...server, tlsServerName: 'foo' }, 'PEM', undefined);
    expect(JSON.parse(renderExecInfo(plugin, false, cluster))).toEqual({
      kind: 'ExecCredential',
      apiVersion,
      spec: {
        cluster: {
          server: 'https://k.example',
          'tls-server-name': 'foo',
          'certificate-authority-data': 'UEVN',
          config: null,
        },
        interactive: false,
      },
    });
  });

  it('names proxy, extension and what is switched off', () => {
    const settings = { ...server, isVerified: false, acceptsGzip: false, execConfig: { a: 1 } };
    expect(describeForPlugin(settings, undefined, new URL('http://p:1'))).toEqual({
      server: 'https://k.example',
      'insecure-skip-tls-verify': true,
      'proxy-url': 'http://p:1/',
      'disable-compression': true,
      config: { a: 1 },
    });
  });

  it('has no cluster when the plugin does not ask for it', () => {
    expect(JSON.parse(renderExecInfo(plugin, true, undefined))).toMatchObject({
      spec: { interactive: true },
    });
    expect(renderExecInfo(plugin, true, undefined)).not.toContain('cluster');
  });
});
