import { describe, expect, it } from 'vitest';
import { aKubeconfig } from '../../../test/builders/a-kubeconfig.ts';
import { KUBECONFIG_FILE, SERVER, someSettings } from '../../../test/builders/some-settings.ts';
import type { ServiceAccount } from './service-account.ts';

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
    const { namespace, namespaceIsExplicit } = await someSettings(
      aKubeconfig(SERVER, { token: 't' }, context),
      options,
    );
    expect([namespace, namespaceIsExplicit]).toEqual(expected);
  });

  it('is that of the pod where the context has none, as with kubectl', async () => {
    expect((await someSettings(aKubeconfig(SERVER), {}, inPod)).namespace).toBe('pod-ns');
  });
});

describe('refusals', () => {
  const v1 = 'client.authentication.k8s.io/v1';
  it.each([
    { options: { context: 'x' }, message: `context "x" does not exist in ${KUBECONFIG_FILE}` },
    { options: { cluster: 'x' }, message: `cluster "x" does not exist in ${KUBECONFIG_FILE}` },
    { options: { user: 'x' }, message: `user "x" does not exist in ${KUBECONFIG_FILE}` },
    {
      config: { 'current-context': 'gone' },
      message: `current context "gone" does not exist in ${KUBECONFIG_FILE}`,
    },
    {
      context: { cluster: 'x' },
      message: `context "main" in ${KUBECONFIG_FILE}: its cluster "x" does not exist`,
    },
    { context: { user: 'x' }, message: `context "main" in ${KUBECONFIG_FILE}: its user "x" does not exist` },
    { cluster: {}, message: `cluster "c1" in ${KUBECONFIG_FILE}: server is missing` },
    {
      cluster: { ...SERVER, 'certificate-authority': 'a', 'certificate-authority-data': 'YQ==' },
      message: `cluster "c1" in ${KUBECONFIG_FILE}: it has both certificate-authority and certificate-authority-data`,
    },
    {
      cluster: { ...SERVER, 'certificate-authority': 'a', 'insecure-skip-tls-verify': true },
      message: `cluster "c1" in ${KUBECONFIG_FILE}: it has both a certificate-authority and insecure-skip-tls-verify`,
    },
    {
      cluster: { ...SERVER, 'certificate-authority-data': 'YQ' },
      message: `cluster "c1" in ${KUBECONFIG_FILE}: certificate-authority-data is not base64`,
    },
    {
      user: { 'client-certificate-data': '%%%', 'client-key': 'k' },
      message: `user "u1" in ${KUBECONFIG_FILE}: client-certificate-data is not base64`,
    },
    {
      user: { 'client-certificate': 'a', 'client-certificate-data': 'YQ==', 'client-key': 'k' },
      message: `user "u1" in ${KUBECONFIG_FILE}: it has both client-certificate and client-certificate-data`,
    },
    {
      user: { 'client-certificate': 'a' },
      message: `user "u1" in ${KUBECONFIG_FILE}: client-key is missing beside client-certificate`,
    },
    { user: { token: 12 }, message: `user "u1" in ${KUBECONFIG_FILE}: token must be text` },
    {
      user: { token: 't', username: 'u' },
      message: `user "u1" in ${KUBECONFIG_FILE}: it has both a token and a user name with password`,
    },
    {
      user: { tokenFile: 't' },
      options: { username: 'u' },
      message: `user "u1" in ${KUBECONFIG_FILE}: it has both a token and a user name with password`,
    },
    {
      user: { username: 'u' },
      options: { token: 't' },
      message: `user "u1" in ${KUBECONFIG_FILE}: it has both a token and a user name with password`,
    },
    {
      user: { 'auth-provider': { name: 'gcp' } },
      message: `user "u1", auth-provider in ${KUBECONFIG_FILE}: "gcp" is not supported; kubectl has dropped it as well`,
    },
    {
      user: { exec: { command: 'x', apiVersion: v1 } },
      message: `user "u1", exec in ${KUBECONFIG_FILE}: interactiveMode is missing`,
    },
    {
      user: { exec: { command: 'x', apiVersion: v1, interactiveMode: 'Sometimes' } },
      message: `user "u1", exec in ${KUBECONFIG_FILE}: interactiveMode "Sometimes" is not known`,
    },
    {
      user: { exec: { command: 'x', apiVersion: 'client.authentication.k8s.io/v1alpha1' } },
      message: `user "u1", exec in ${KUBECONFIG_FILE}: apiVersion "client.authentication.k8s.io/v1alpha1" is not known`,
    },
    {
      user: { exec: { apiVersion: v1, interactiveMode: 'Never' } },
      message: `user "u1", exec in ${KUBECONFIG_FILE}: command is missing`,
    },
    {
      user: { exec: { command: 'x', apiVersion: v1, interactiveMode: 'Never', env: [{ value: 'v' }] } },
      message: `user "u1", exec, env[0] in ${KUBECONFIG_FILE}: name is missing`,
    },
  ])('says: $message', async ({ config, cluster = SERVER, user, context, options, message }) => {
    const kubeconfig = { ...aKubeconfig(cluster, user, context), ...config };
    await expect(someSettings(kubeconfig, options)).rejects.toMatchObject({ kind: 'kubeconfig', message });
  });

  it('says where a kubeconfig was looked for when there is none', async () => {
    await expect(someSettings(undefined)).rejects.toMatchObject({
      kind: 'kubeconfig',
      message: `there is no kubeconfig: looked for ${KUBECONFIG_FILE}`,
    });
  });

  it('names the contexts when none is chosen', async () => {
    const config = { ...aKubeconfig(SERVER), 'current-context': '' };
    await expect(someSettings(config)).rejects.toMatchObject({
      message: `no context is chosen in ${KUBECONFIG_FILE}`,
      hint: expect.stringContaining('one context of: main'),
    });
  });
});

describe('a program in a cluster', () => {
  it('uses its service account when neither kubeconfig nor flags name a server', async () => {
    const settings = await someSettings(undefined, { token: 'flag' }, inPod);
    expect(settings).toMatchObject({
      namespace: 'pod-ns',
      server: { server: 'https://10.0.0.1:443', certificateAuthority: { kind: 'file', path: '/sa/ca.crt' } },
      user: { authorization: { kind: 'token', token: 'flag' } },
    });
    expect((await someSettings(undefined, {}, inPod)).user.authorization).toEqual({
      kind: 'token-file',
      path: '/sa/token',
    });
  });

  it('uses a kubeconfig that names a server before it', async () => {
    expect((await someSettings(aKubeconfig(SERVER), {}, inPod)).server.server).toBe('https://k.example');
    const byFlags = await someSettings(undefined, { server: 'https://flag', token: 't' }, inPod);
    expect(byFlags.server.server).toBe('https://flag');
  });
});

it('needs no entry for what flags give', async () => {
  const config = aKubeconfig(SERVER, {}, { cluster: 'gone', user: 'gone' });
  const { server, user } = await someSettings(config, { server: 'https://flag', token: 't' });
  expect([server.server, user.authorization.kind]).toEqual(['https://flag', 'token']);
});
