import { describe, expect, it } from 'vitest';
import { aKubeconfig } from '../../../test/builders/a-kubeconfig.ts';
import { SERVER, someSettings } from '../../../test/builders/some-settings.ts';

describe('the user', () => {
  const certificate = { 'client-certificate-data': 'UEVN', 'client-key': 'k.pem' };
  const exec = {
    command: './login',
    apiVersion: 'client.authentication.k8s.io/v1',
    interactiveMode: 'Never',
  };
  it.each([
    { label: 'a token', user: { token: 't' }, options: {}, expected: { kind: 'token', token: 't' } },
    {
      label: 'tokenFile beats token, and starts at the file',
      user: { token: 't', tokenFile: 'tok' },
      options: {},
      expected: { kind: 'token-file', path: '/home/me/.kube/tok' },
    },
    {
      label: '--token beats both',
      user: { token: 't', tokenFile: 'tok' },
      options: { token: 'flag' },
      expected: { kind: 'token', token: 'flag' },
    },
    {
      label: 'a name and a password',
      user: { username: 'me', password: 'pw' },
      options: {},
      expected: { kind: 'basic', username: 'me', password: 'pw' },
    },
    {
      label: '--username and --password, each beside the other of the entry',
      user: { username: 'me', password: 'pw' },
      options: { username: 'you' },
      expected: { kind: 'basic', username: 'you', password: 'pw' },
    },
    {
      label: '--username without a password',
      user: {},
      options: { username: 'you' },
      expected: { kind: 'basic', username: 'you', password: '' },
    },
    {
      label: 'a password of nobody is none',
      user: { password: 'pw' },
      options: {},
      expected: { kind: 'none' },
    },
    {
      label: '--username beats a plugin',
      user: { exec },
      options: { username: 'you', password: 'pw' },
      expected: { kind: 'basic', username: 'you' },
    },
    {
      label: '--token beats a plugin',
      user: { exec },
      options: { token: 'f' },
      expected: { kind: 'token', token: 'f' },
    },
    {
      label: 'a certificate beats a plugin',
      user: { exec, ...certificate },
      options: {},
      expected: { kind: 'none' },
    },
    {
      label: 'oidc',
      user: { 'auth-provider': { name: 'oidc', config: { 'id-token': 'x' } } },
      options: {},
      expected: { kind: 'oidc', config: { 'id-token': 'x' } },
    },
    {
      label: 'a plugin by a relative path',
      user: { exec },
      options: {},
      expected: {
        kind: 'exec',
        plugin: { command: '/home/me/.kube/login', interactiveMode: 'Never', args: [] },
      },
    },
    {
      label: 'a plugin of v1beta1, which may ask by default',
      user: { exec: { command: 'login', apiVersion: 'client.authentication.k8s.io/v1beta1', env: null } },
      options: {},
      expected: { kind: 'exec', plugin: { command: 'login', interactiveMode: 'IfAvailable', env: {} } },
    },
  ])('$label', async ({ user, options, expected }) => {
    expect((await someSettings(aKubeconfig(SERVER, user), options)).user.authorization).toMatchObject(
      expected,
    );
  });

  it('has certificates of flags in place of data and files', async () => {
    const options = { clientCertificate: 'c.pem', clientKey: '/k.pem' };
    const user = { 'client-certificate-data': 'UEVN', 'client-key-data': 'UEVN' };
    expect((await someSettings(aKubeconfig(SERVER, user), options)).user.clientCertificate).toEqual({
      certificate: { kind: 'file', path: '/home/somebody/c.pem' },
      key: { kind: 'file', path: '/k.pem' },
    });
  });
});
