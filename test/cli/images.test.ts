import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Hook, HookAnswer } from '../../playground/hook.ts';
import type { PodSpec } from '../../src/pod/types.ts';
import { finish, type CommandResult } from '../drivers/run-command.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';

const CANARY = 'canary-password';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const pullSecret = (registry: string): HookAnswer => ({
  status: 200,
  body: {
    type: 'kubernetes.io/dockerconfigjson',
    metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': CANARY } },
    data: {
      '.dockerconfigjson': base64(
        JSON.stringify({ auths: { [registry]: { auth: base64(`me:${CANARY}`) } } }),
      ),
    },
  },
});
const status = (code: number): HookAnswer => ({
  status: code,
  body: { kind: 'Status', code, message: 'no' },
});

/** What the API server answers that the playground lacks, by the end of a path. */
const BASIC: Readonly<Record<string, HookAnswer>> = {
  '/secrets/regcred': pullSecret('registry.corp'),
  '/secrets/other': pullSecret('*.elsewhere'),
  '/secrets/closed': status(403),
  '/secrets/opaque': { status: 200, body: { type: 'Opaque' } },
  '/secrets/gone': status(404),
  '/serviceaccounts/default': { status: 200, body: {} },
};
let answers = BASIC;
const hook: Hook = ({ path }) =>
  Object.entries(answers).find(([end]) => path.split('?')[0]?.endsWith(end))?.[1];

const IMAGE = 'registry.corp/team/net:1';
const DENIED = { kind: 'run', containers: { dbg: { pullError: '401 Unauthorized' } } } as const;
const APP = { name: 'app', image: 'example/app:1', command: ['sleep', '1000000'] };

let cluster: RunPlayground;
beforeAll(async () => {
  cluster = await runPlayground(hook);
});
beforeEach(() => {
  answers = BASIC;
});
afterAll(() => cluster.close());

let pods = 0;
/** Makes a pod with these pull secrets, whose debug containers cannot be pulled. */
function makePod(...secrets: readonly string[]): Promise<string> {
  pods += 1;
  const spec: PodSpec = {
    containers: [APP],
    imagePullSecrets: secrets.map((name) => ({ name })),
    restartPolicy: 'Never',
  };
  return cluster.makePod(DENIED, { name: `image-${pods}`, spec });
}
async function run(...argv: readonly string[]): Promise<CommandResult> {
  const result = await finish(cluster.start(argv));
  expect(result.stdout + result.stderr).not.toContain(CANARY);
  expect(result.stdout + result.stderr).not.toContain(base64(`me:${CANARY}`));
  return result;
}
const changes = (): number => cluster.playground.requests.filter(({ method }) => method !== 'GET').length;

describe('check --image', () => {
  it('names the registry, the policy, the secrets of the pod and what a copy gets', async () => {
    const pod = await makePod('regcred', 'other', 'closed', 'opaque', 'gone');
    const { stdout, exitCode } = await run('check', pod, `--image=${IMAGE}`);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^info +registry +registry\.corp, repository team\/net, tag 1$/m);
    expect(stdout).toMatch(/^info +pull policy +IfNotPresent:/m);
    expect(stdout).toMatch(
      /^ok +pull secret +secret "regcred" of the pod has credentials for registry\.corp\/team\/net$/m,
    );
    expect(stdout).toMatch(
      /^info +pull secret +secret "other" of the pod has nothing for registry\.corp\/team\/net$/m,
    );
    expect(stdout).toMatch(/^unknown +pull secret +secret "closed" .*\(right: get secrets\)$/m);
    expect(stdout).toMatch(/^info +pull secret +secret "opaque" of the pod is ignored/m);
    expect(stdout).toMatch(/^unknown +pull secret +secret "gone" of the pod does not exist/m);
    expect(stdout).toMatch(/^info +copies +a copy has the pull secrets of the pod$/m);
    expect(stdout).toMatch(/^ok +pull +the node has credentials from the pod \(regcred\)/m);
  });

  it('leads to a copy with the secret of the service account where the pod has none', async () => {
    answers = {
      ...BASIC,
      '/serviceaccounts/default': { status: 200, body: { imagePullSecrets: [{ name: 'regcred' }] } },
    };
    const pod = await makePod();
    const { stdout } = await run('check', pod, '-m', IMAGE);
    expect(stdout).toMatch(/^info +pull secret +the pod has none/m);
    expect(stdout).toMatch(/^info +copies +.*"default": "regcred", which has credentials for/m);
    expect(stdout).toContain(
      `kubectl-debug ${pod} -n default --copy-to=${pod}-debug --image=${IMAGE} --image-pull-secret=regcred`,
    );
  });

  it.each([
    {
      label: 'has it',
      images: [{ names: ['registry.corp/team/net:1'] }],
      line: /^ok +on the node .* has the image$/m,
    },
    {
      label: 'lists others',
      images: [{ names: ['registry.corp/team/net:2'] }],
      line: /^info +on the node .* does not have the image$/m,
    },
    {
      label: 'lists as many as it may',
      images: Array.from({ length: 50 }, () => ({ names: ['other:1'] })),
      line: /^unknown +on the node .* has more images than it lists/m,
    },
  ])('says whether the node has the image: $label', async ({ images, line }) => {
    const node = {
      metadata: { name: 'playground' },
      status: { images, nodeInfo: { kubeletVersion: 'v1.30.0' } },
    };
    answers = { ...BASIC, '/nodes/playground': { status: 200, body: node } };
    const { stdout } = await run('check', await makePod(), `--image=${IMAGE}`);
    expect(stdout).toMatch(line);
  });

  it('does not call it enough that a new kubelet has the image', async () => {
    const status = { images: [{ names: [IMAGE] }], nodeInfo: { kubeletVersion: 'v1.37.1' } };
    answers = {
      ...BASIC,
      '/nodes/playground': { status: 200, body: { metadata: { name: 'playground' }, status } },
    };
    const { stdout } = await run('check', await makePod(), `--image=${IMAGE}`);
    expect(stdout).toMatch(/^ok +on the node .* may need the credentials/m);
    expect(stdout).toMatch(/^unknown +pull /m);
  });

  it('asks for nothing about the default image, and refuses a name that is none', async () => {
    const pod = await makePod('regcred');
    const before = cluster.playground.requests.length;
    expect((await run('check', pod)).stdout).not.toMatch(/^\w+ +pull/m);
    expect(
      cluster.playground.requests
        .slice(before)
        .map(({ path }) => path)
        .join(' '),
    ).not.toContain('secrets');
    expect(await run('check', pod, '--image=Team/Net:1:2')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('[image-invalid]') as string,
    });
  });
});

describe('a private image in a running pod', () => {
  it('is explained by what the secrets of the pod have, with a copy as the way out', async () => {
    const pod = await makePod('other', 'closed');
    const { stderr, exitCode } = await run(pod, `--image=${IMAGE}`, '-c', 'dbg', '--', 'true');
    expect(exitCode).toBe(125);
    expect(stderr).toContain(
      '(other has nothing for registry.corp; closed may not be read by you) do not grant access',
    );
    expect(stderr).toContain(`--copy-to=${pod}-debug --image=${IMAGE} --image-pull-secret=SECRET`);
  });

  it('names the secret that the service account got after the pod was created', async () => {
    answers = {
      ...BASIC,
      '/serviceaccounts/default': { status: 200, body: { imagePullSecrets: [{ name: 'regcred' }] } },
    };
    const { stderr } = await run(await makePod(), `--image=${IMAGE}`, '-c', 'dbg', '--', 'true');
    expect(stderr).toContain('--image-pull-secret=regcred;');
  });
});

describe('--image-pull-secret', () => {
  it('is refused for a running pod before anything changes, with the way out', async () => {
    const pod = await makePod();
    const before = changes();
    const { stderr, exitCode } = await run(
      pod,
      `--image=${IMAGE}`,
      '--image-pull-secret=regcred',
      '--',
      'true',
    );
    expect({ exitCode, changes: changes() }).toEqual({ exitCode: 125, changes: before });
    expect(stderr).toMatch(/\[usage\]\nhint: debug a copy: --copy-to=NAME --image-pull-secret=regcred; /);
  });

  it('is refused without a name', async () => {
    const pod = await makePod();
    const { stderr, exitCode } = await run(pod, `--copy-to=${pod}-copy`, '--image-pull-secret=', '-d');
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(
      /^error: --image-pull-secret is empty \[usage\]\nhint: .*kubectl get secrets -n NAMESPACE\n$/,
    );
  });

  it('is added to the secrets that a copy has, each once', async () => {
    const pod = await makePod('other');
    await run(pod, `--copy-to=${pod}-copy`, '--image=busybox', '--image-pull-secret=regcred,other', '-d');
    expect(cluster.readPod(`${pod}-copy`).spec.imagePullSecrets).toEqual([
      { name: 'other' },
      { name: 'regcred' },
    ]);
  });

  it('keeps those of the service account, which the server gives only to a pod without any', async () => {
    answers = {
      ...BASIC,
      '/serviceaccounts/default': { status: 200, body: { imagePullSecrets: [{ name: 'other' }] } },
    };
    const { stdout } = await run(
      'node/playground',
      '--image=busybox',
      '--image-pull-secret=regcred',
      '-o',
      'json',
      '--dry-run=client',
    );
    expect(JSON.parse(stdout)).toMatchObject({
      spec: { imagePullSecrets: [{ name: 'other' }, { name: 'regcred' }] },
    });
  });

  it.each([
    { secret: 'gone', says: 'no secret "gone" in namespace "default" [not-found]' },
    {
      secret: 'opaque',
      says: 'secret "opaque" in namespace "default" is no pull secret: it is of type Opaque [invalid]',
    },
    { secret: 'secret/x', says: '"secret/x" cannot be the name of a secret [usage]' },
  ])('refuses $secret before anything is created', async ({ secret, says }) => {
    const pod = await makePod();
    const before = changes();
    const { stderr, exitCode } = await run(
      pod,
      '--copy-to=never',
      '--image=busybox',
      `--image-pull-secret=${secret}`,
      '-d',
    );
    expect({ exitCode, changes: changes() }).toEqual({ exitCode: 125, changes: before });
    expect(stderr).toContain(says);
    expect(stderr).toMatch(/^hint: /m);
  });

  it('takes a secret that this user may not read, as the node reads it', async () => {
    const pod = await makePod();
    await run(pod, `--copy-to=${pod}-copy`, '--image=busybox', '--image-pull-secret=closed', '-d');
    expect(cluster.readPod(`${pod}-copy`).spec.imagePullSecrets).toEqual([{ name: 'closed' }]);
  });

  it('has no line of kubectl', async () => {
    const { stderr } = await run(
      'web',
      '--copy-to=x',
      '--image=busybox',
      '--image-pull-secret=x',
      '--show-kubectl',
    );
    expect(stderr).toContain('kubectl debug has no flag like --image-pull-secret');
  });
});
