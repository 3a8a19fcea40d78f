import { describe, expect, it } from 'vitest';
import { aKubeconfig } from '../../../test/builders/a-kubeconfig.ts';
import { SERVER, someSettings } from '../../../test/builders/some-settings.ts';

describe('the server', () => {
  it.each([
    {
      label: 'paths start at the file',
      cluster: { ...SERVER, 'certificate-authority': 'pki/ca.pem' },
      options: {},
      expected: {
        certificateAuthority: { kind: 'file', path: '/home/me/.kube/pki/ca.pem' },
        isVerified: true,
      },
    },
    {
      label: 'data is base64',
      cluster: { ...SERVER, 'certificate-authority-data': 'UEVN' },
      options: {},
      expected: { certificateAuthority: { kind: 'data', pem: 'PEM' } },
    },
    {
      label: '--certificate-authority replaces data and the skipping of verification',
      cluster: { ...SERVER, 'insecure-skip-tls-verify': true },
      options: { certificateAuthority: 'ca.pem' },
      expected: { certificateAuthority: { kind: 'file', path: '/home/somebody/ca.pem' }, isVerified: true },
    },
    {
      label: '--insecure-skip-tls-verify replaces the authority',
      cluster: { ...SERVER, 'certificate-authority-data': 'UEVN' },
      options: { insecureSkipTlsVerify: true },
      expected: { certificateAuthority: undefined, isVerified: false },
    },
    {
      label: '--server drops the tls-server-name and keeps the rest',
      cluster: { ...SERVER, 'tls-server-name': 'old', 'proxy-url': 'http://p' },
      options: { server: 'https://other' },
      expected: { server: 'https://other', tlsServerName: undefined, proxyUrl: 'http://p' },
    },
    {
      label: '--tls-server-name beats the entry',
      cluster: { ...SERVER, 'tls-server-name': 'old' },
      options: { tlsServerName: 'new' },
      expected: { server: 'https://k.example', tlsServerName: 'new' },
    },
    {
      label: 'compression can be switched off',
      cluster: { ...SERVER, 'disable-compression': true },
      options: {},
      expected: { acceptsGzip: false },
    },
    {
      label: '--disable-compression switches it off',
      cluster: SERVER,
      options: { disableCompression: true },
      expected: { acceptsGzip: false },
    },
    {
      label: '--disable-compression=false leaves it to the entry',
      cluster: { ...SERVER, 'disable-compression': true },
      options: { disableCompression: false },
      expected: { acceptsGzip: false },
    },
    {
      label: '--proxy-url beats the entry',
      cluster: { ...SERVER, 'proxy-url': 'http://p' },
      options: { proxyUrl: 'http://q' },
      expected: { proxyUrl: 'http://q' },
    },
    {
      label: 'the extension for plugins is found',
      cluster: {
        ...SERVER,
        extensions: [{ name: 'client.authentication.k8s.io/exec', extension: { a: 1 } }],
      },
      options: {},
      expected: { execConfig: { a: 1 } },
    },
    { label: 'no extension is null', cluster: SERVER, options: {}, expected: { execConfig: null } },
  ])('$label', async ({ cluster, options, expected }) => {
    expect((await someSettings(aKubeconfig(cluster), options)).server).toMatchObject(expected);
  });
});
