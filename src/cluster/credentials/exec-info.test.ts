import { describe, expect, it } from 'vitest';
import { describeForPlugin, renderExecInfo } from './exec-info.ts';

const SERVER = {
  server: 'https://k.example',
  certificateAuthority: undefined,
  isVerified: true,
  tlsServerName: undefined,
  proxyUrl: undefined,
  acceptsGzip: true,
  execConfig: null,
};

describe('describeForPlugin', () => {
  it('always has the server and the config', () => {
    expect(describeForPlugin(SERVER, undefined, undefined)).toEqual({
      server: 'https://k.example',
      config: null,
    });
  });

  it('has the other fields if they are set', () => {
    const server = {
      ...SERVER,
      isVerified: false,
      tlsServerName: 'n',
      acceptsGzip: false,
      execConfig: { a: 1 },
    };
    expect(describeForPlugin(server, 'PEM', new URL('http://p.example'))).toEqual({
      server: 'https://k.example',
      'tls-server-name': 'n',
      'insecure-skip-tls-verify': true,
      'certificate-authority-data': 'UEVN',
      'proxy-url': 'http://p.example/',
      'disable-compression': true,
      config: { a: 1 },
    });
  });
});

it('renders an ExecCredential with the cluster only if the plugin asks for it', () => {
  const apiVersion = 'client.authentication.k8s.io/v1';
  const cluster = describeForPlugin(SERVER, undefined, undefined);
  const render = (wanted?: typeof cluster): unknown =>
    JSON.parse(renderExecInfo({ apiVersion }, true, wanted));
  expect(render()).toEqual({ kind: 'ExecCredential', apiVersion, spec: { interactive: true } });
  expect(render(cluster)).toEqual({
    kind: 'ExecCredential',
    apiVersion,
    spec: { cluster, interactive: true },
  });
});
