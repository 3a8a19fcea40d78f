import { expect, it } from 'vitest';
import { aFolder } from '../../../test/builders/a-folder.ts';
import { findServiceAccount } from './service-account.ts';

const mounted = await aFolder();
await mounted.write('token', 't');
await mounted.write('namespace', 'from-file\n');
const empty = await aFolder();
const env = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' };

it('is that of the pod, in the namespace of its file', async () => {
  expect(await findServiceAccount(env, mounted.path)).toMatchObject({
    cluster: {
      fields: { server: 'https://[fd00::1]:443', 'certificate-authority': `${mounted.path}/ca.crt` },
    },
    user: { fields: { tokenFile: `${mounted.path}/token` } },
    namespace: 'from-file',
  });
});

it('has the namespace of POD_NAMESPACE before that of the file', async () => {
  const account = await findServiceAccount({ ...env, POD_NAMESPACE: 'from-env' }, mounted.path);
  expect(account?.namespace).toBe('from-env');
});

it.each([
  ['the environment says nothing of a cluster', {}, mounted.path],
  ['the port is missing', { KUBERNETES_SERVICE_HOST: 'h' }, mounted.path],
  ['no token is mounted', env, empty.path],
])('is nobody where %s', async (_label, environment, mount) => {
  expect(await findServiceAccount(environment, mount)).toBeUndefined();
});
