import { describe, expect, it } from 'vitest';
import { aKubeconfig } from '../../../test/builders/a-kubeconfig.ts';
import { chooseConnection } from './choose-connection.ts';
import type { ConnectionOptions } from './connection-options.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { mergeKubeconfigs } from './kubeconfig-merge.ts';
import { parseKubeconfig } from './parse-kubeconfig.ts';
import type { ServiceAccount } from './service-account.ts';

const FILE = '/home/me/.kube/config';
const SERVER = { server: 'https://k.example' };

async function choose(
  config: object | undefined,
  options: ConnectionOptions = {},
  serviceAccount?: ServiceAccount,
): Promise<ConnectionSettings> {
  const files = config === undefined ? [] : [await parseKubeconfig(JSON.stringify(config), FILE)];
  const kubeconfig = mergeKubeconfigs(files, [FILE]);
  return chooseConnection({ kubeconfig, serviceAccount, options, workingDirectory: '/home/somebody' });
}

const inPod: ServiceAccount = {
  cluster: {
    label: 'pod',
    file: '/sa/token',
    fields: { server: 'https://10.0.0.1:443', 'certificate-authority': '/sa/ca.crt' },
  },
  user: { label: 'pod', file: '/sa/token', fields: { tokenFile: '/sa/token' } },
  namespace: 'pod-ns',
};

describe('the namespace', () => {
  it.each([
    {
      label: 'of -n',
      options: { namespace: 'flag' },
      context: { namespace: 'ctx' },
      expected: ['flag', true],
    },
    { label: 'of the context', options: {}, context: { namespace: 'ctx' }, expected: ['ctx', false] },
    { label: 'by default', options: {}, context: {}, expected: ['default', false] },
  ])('is that $label', async ({ options, context, expected }) => {
    const { namespace, namespaceIsExplicit } = await choose(
      aKubeconfig(SERVER, { token: 't' }, context),
      options,
    );
    expect([namespace, namespaceIsExplicit]).toEqual(expected);
  });

  it('is that of the pod where the context has none, as with kubectl', async () => {
    expect((await choose(aKubeconfig(SERVER), {}, inPod)).namespace).toBe('pod-ns');
  });
});

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
    expect((await choose(aKubeconfig(cluster), options)).server).toMatchObject(expected);
  });
});

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
    expect((await choose(aKubeconfig(SERVER, user), options)).user.authorization).toMatchObject(expected);
  });

  it('has certificates of flags in place of data and files', async () => {
    const options = { clientCertificate: 'c.pem', clientKey: '/k.pem' };
    const user = { 'client-certificate-data': 'UEVN', 'client-key-data': 'UEVN' };
    expect((await choose(aKubeconfig(SERVER, user), options)).user.clientCertificate).toEqual({
      certificate: { kind: 'file', path: '/home/somebody/c.pem' },
      key: { kind: 'file', path: '/k.pem' },
    });
  });
});

describe('impersonation', () => {
  it('comes from the entry, and from the flags before it', async () => {
    const user = {
      token: 't',
      as: 'a',
      'as-groups': ['g'],
      'as-uid': 'u',
      'as-user-extra': { scope: ['x', 'y'] },
    };
    const extra = { scope: ['x', 'y'] };
    const byEntry = await choose(aKubeconfig(SERVER, user));
    expect(byEntry.impersonation).toEqual({ user: 'a', uid: 'u', groups: ['g'], extra });
    const byFlags = await choose(aKubeconfig(SERVER, user), {
      impersonate: 'b',
      impersonateGroups: ['h', 'i'],
    });
    expect(byFlags.impersonation).toEqual({ user: 'b', uid: 'u', groups: ['h', 'i'], extra });
    const added = await choose(aKubeconfig(SERVER, user), {
      impersonateExtra: { team: ['red'], Scope: ['z'] },
    });
    expect(added.impersonation?.extra).toEqual({ scope: ['x', 'y'], team: ['red'], Scope: ['z'] });
    const replaced = await choose(aKubeconfig(SERVER, user), { impersonateExtra: { scope: ['z'] } });
    expect(replaced.impersonation?.extra).toEqual({ scope: ['z'] });
    expect((await choose(aKubeconfig(SERVER))).impersonation).toBeUndefined();
  });

  it.each([{ impersonateGroups: ['g'] }, { impersonateUid: 'u' }, { impersonateExtra: { a: ['b'] } }])(
    'of %j needs a user',
    async (options) => {
      await expect(choose(aKubeconfig(SERVER), options)).rejects.toMatchObject({
        kind: 'usage',
        hint: 'add --as=USER',
      });
    },
  );
});

describe('refusals', () => {
  const v1 = 'client.authentication.k8s.io/v1';
  it.each([
    { options: { context: 'x' }, message: `context "x" does not exist in ${FILE}` },
    { options: { cluster: 'x' }, message: `cluster "x" does not exist in ${FILE}` },
    { options: { user: 'x' }, message: `user "x" does not exist in ${FILE}` },
    { config: { 'current-context': 'gone' }, message: `current context "gone" does not exist in ${FILE}` },
    { context: { cluster: 'x' }, message: `context "main" in ${FILE}: its cluster "x" does not exist` },
    { context: { user: 'x' }, message: `context "main" in ${FILE}: its user "x" does not exist` },
    { cluster: {}, message: `cluster "c1" in ${FILE}: server is missing` },
    {
      cluster: { ...SERVER, 'certificate-authority': 'a', 'certificate-authority-data': 'YQ==' },
      message: `cluster "c1" in ${FILE}: it has both certificate-authority and certificate-authority-data`,
    },
    {
      cluster: { ...SERVER, 'certificate-authority': 'a', 'insecure-skip-tls-verify': true },
      message: `cluster "c1" in ${FILE}: it has both a certificate-authority and insecure-skip-tls-verify`,
    },
    {
      cluster: { ...SERVER, 'certificate-authority-data': 'YQ' },
      message: `cluster "c1" in ${FILE}: certificate-authority-data is not base64`,
    },
    {
      user: { 'client-certificate-data': '%%%', 'client-key': 'k' },
      message: `user "u1" in ${FILE}: client-certificate-data is not base64`,
    },
    {
      user: { 'client-certificate': 'a', 'client-certificate-data': 'YQ==', 'client-key': 'k' },
      message: `user "u1" in ${FILE}: it has both client-certificate and client-certificate-data`,
    },
    {
      user: { 'client-certificate': 'a' },
      message: `user "u1" in ${FILE}: client-key is missing beside client-certificate`,
    },
    { user: { token: 12 }, message: `user "u1" in ${FILE}: token must be text` },
    {
      user: { token: 't', username: 'u' },
      message: `user "u1" in ${FILE}: it has both a token and a user name with password`,
    },
    {
      user: { tokenFile: 't' },
      options: { username: 'u' },
      message: `user "u1" in ${FILE}: it has both a token and a user name with password`,
    },
    {
      user: { username: 'u' },
      options: { token: 't' },
      message: `user "u1" in ${FILE}: it has both a token and a user name with password`,
    },
    {
      user: { 'auth-provider': { name: 'gcp' } },
      message: `user "u1", auth-provider in ${FILE}: "gcp" is not supported, nor is it by kubectl any more`,
    },
    {
      user: { exec: { command: 'x', apiVersion: v1 } },
      message: `user "u1", exec in ${FILE}: interactiveMode is missing`,
    },
    {
      user: { exec: { command: 'x', apiVersion: v1, interactiveMode: 'Sometimes' } },
      message: `user "u1", exec in ${FILE}: interactiveMode "Sometimes" is not known`,
    },
    {
      user: { exec: { command: 'x', apiVersion: 'client.authentication.k8s.io/v1alpha1' } },
      message: `user "u1", exec in ${FILE}: apiVersion "client.authentication.k8s.io/v1alpha1" is not known`,
    },
    {
      user: { exec: { apiVersion: v1, interactiveMode: 'Never' } },
      message: `user "u1", exec in ${FILE}: command is missing`,
    },
    {
      user: { exec: { command: 'x', apiVersion: v1, interactiveMode: 'Never', env: [{ value: 'v' }] } },
      message: `user "u1", exec, env[0] in ${FILE}: name is missing`,
    },
  ])('says: $message', async ({ config, cluster = SERVER, user, context, options, message }) => {
    const kubeconfig = { ...aKubeconfig(cluster, user, context), ...config };
    await expect(choose(kubeconfig, options)).rejects.toMatchObject({ kind: 'kubeconfig', message });
  });

  it('says where a kubeconfig was looked for when there is none', async () => {
    await expect(choose(undefined)).rejects.toMatchObject({
      kind: 'kubeconfig',
      message: `there is no kubeconfig: looked for ${FILE}`,
    });
  });

  it('names the contexts when none is chosen', async () => {
    const config = { ...aKubeconfig(SERVER), 'current-context': '' };
    await expect(choose(config)).rejects.toMatchObject({
      message: `no context is chosen in ${FILE}`,
      hint: expect.stringContaining('one context of: main'),
    });
  });
});

describe('a program in a cluster', () => {
  it('uses its service account when neither kubeconfig nor flags name a server', async () => {
    const settings = await choose(undefined, { token: 'flag' }, inPod);
    expect(settings).toMatchObject({
      namespace: 'pod-ns',
      server: { server: 'https://10.0.0.1:443', certificateAuthority: { kind: 'file', path: '/sa/ca.crt' } },
      user: { authorization: { kind: 'token', token: 'flag' } },
    });
    expect((await choose(undefined, {}, inPod)).user.authorization).toEqual({
      kind: 'token-file',
      path: '/sa/token',
    });
  });

  it('uses a kubeconfig that names a server before it', async () => {
    expect((await choose(aKubeconfig(SERVER), {}, inPod)).server.server).toBe('https://k.example');
    const byFlags = await choose(undefined, { server: 'https://flag', token: 't' }, inPod);
    expect(byFlags.server.server).toBe('https://flag');
  });
});

it('needs no entry for what flags give', async () => {
  const config = aKubeconfig(SERVER, {}, { cluster: 'gone', user: 'gone' });
  const { server, user } = await choose(config, { server: 'https://flag', token: 't' });
  expect([server.server, user.authorization.kind]).toEqual(['https://flag', 'token']);
});
