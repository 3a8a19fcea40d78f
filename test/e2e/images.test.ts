import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { DEBUG_IMAGE, REGISTRY } from './environment.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { kubectl, runKubectl } from './kubectl.ts';
import { endPrograms, runProgram } from './program.ts';

const PRIVATE = `${REGISTRY ?? ''}/private/busybox:dev`;
const OWN = `images-${process.pid}`;
const NODE = `windows-${process.pid}`;
/** No node has it. */
const NOWHERE = { nodeSelector: { nowhere: 'true' } };

let namespace: Namespace;
const at = (...args: readonly string[]) => [
  ...args.slice(0, 1),
  `--namespace=${namespace.name}`,
  ...args.slice(1),
];
const run = (...args: readonly string[]) => runProgram(at(...args));
const pullSecret = (name: string, registry: string) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: namespace.name },
  type: 'kubernetes.io/dockerconfigjson',
  stringData: {
    '.dockerconfigjson': JSON.stringify({
      auths: { [registry]: { username: 'puller', password: 'secret' } },
    }),
  },
});
const apply = (object: object): Promise<string> => kubectl(['apply', '-f', '-'], JSON.stringify(object));

beforeAll(async () => {
  namespace = await createNamespace('images');
  await apply(pullSecret('regcred', REGISTRY ?? 'registry.example'));
  await apply(pullSecret('elsewhere', 'registry.example'));
  await apply({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: NODE, labels: { 'kubernetes.io/os': 'windows' } },
  });
  await namespace.create([
    aPod('app'),
    aPod('with-secret', { imagePullSecrets: [{ name: 'regcred' }] }),
    aPod('with-other', { imagePullSecrets: [{ name: 'elsewhere' }] }),
  ]);
  await namespace.create([aPod('pane', { os: { name: 'windows' }, ...NOWHERE })], () => true);
});
afterEach(endPrograms);
afterAll(async () => {
  await runKubectl(['delete', 'node', NODE]);
  await namespace.remove();
});

describe.skipIf(REGISTRY === undefined)('a private image (needs a registry)', () => {
  it('runs in a pod with its secret, which check has said', async () => {
    const { stdout } = await run('check', 'with-secret', `--image=${PRIVATE}`);
    expect(stdout).toMatch(/^ok +pull secret +secret "regcred" of the pod has credentials for/m);
    const { exitCode, stdout: said } = await run('with-secret', `--image=${PRIVATE}`, '--', 'echo', OWN);
    expect({ exitCode, said }).toEqual({ exitCode: 0, said: `${OWN}\n` });
  });

  it('does not run in a pod with another secret, and the way out of the error does', async () => {
    const { stdout } = await run('check', 'with-other', `--image=${PRIVATE}`);
    expect(stdout).toMatch(/^info +pull secret +secret "elsewhere" of the pod has nothing for/m);
    const refused = await run('with-other', `--image=${PRIVATE}`, '--', 'true');
    expect(refused).toMatchObject({ exitCode: 125 });
    expect(refused.stderr).toMatch(
      /\(elsewhere has nothing for \S+\) .* --copy-to=with-other-debug .*--image-pull-secret=SECRET/,
    );
    const copied = await run(
      'with-other',
      '--copy-to=with-other-debug',
      '--rm',
      `--image=${PRIVATE}`,
      '--image-pull-secret=regcred',
      '--',
      'echo',
      OWN,
    );
    expect(copied).toMatchObject({ exitCode: 0, stdout: `${OWN}\n` });
  });

  it('runs in a node pod with the secret', async () => {
    const { spec } = await namespace.read('app');
    const { exitCode, stdout } = await run(
      `node/${spec.nodeName ?? ''}`,
      '--rm',
      `--image=${PRIVATE}`,
      '--image-pull-secret=regcred',
      '--',
      'echo',
      OWN,
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${OWN}\n` });
  });
});

describe('--image-pull-secret', () => {
  it.each([
    { args: ['app'], says: '[usage]' },
    { args: ['app', '--copy-to=never', '--image-pull-secret=nobody'], says: 'no secret "nobody"' },
    { args: ['app', '--copy-to=never', '--image-pull-secret=opaque'], says: 'is of type Opaque [invalid]' },
  ])('is refused for $args before anything is created', async ({ args, says }) => {
    await apply({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'opaque', namespace: namespace.name },
    });
    const { stderr, exitCode } = await run(
      ...args,
      `--image=${DEBUG_IMAGE}`,
      '--image-pull-secret=regcred',
      '-d',
    );
    expect(exitCode).toBe(125);
    expect(stderr).toContain(says);
    expect(await runKubectl(['get', 'pod', 'never', '-n', namespace.name])).not.toMatchObject({
      exitCode: 0,
    });
    expect((await namespace.read('app')).spec).not.toHaveProperty('ephemeralContainers');
  });
});

describe('the API server takes for Windows', () => {
  it.each([
    { label: 'a debug container', args: ['pane'] },
    { label: 'a copy', args: ['pane', '--copy-to=pane-copy'] },
    { label: 'a copy that shares nothing', args: ['pane', '--copy-to=pane-copy', '--share-processes=false'] },
    { label: 'a HostProcess container', args: [`node/${NODE}`] },
    { label: 'an ordinary container on a node', args: [`node/${NODE}`, '--profile=baseline'] },
  ])('$label', async ({ args }) => {
    const { exitCode, stdout, stderr } = await run(...args, '--dry-run=server', '-o', 'yaml');
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(parse(stdout)).toMatchObject({ spec: { os: { name: 'windows' } } });
    expect(stdout).toMatch(/image: mcr\.microsoft\.com\/(?:windows\/nanoserver|oss\/)/);
  });
});
