import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEBUG_IMAGE, REGISTRY, UNREACHABLE_IMAGE, VIEWER_KUBECONFIG } from './environment.ts';
import { aPod, createNamespace, shellContainer, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, runProgram, type ProgramResult } from './program.ts';
import { untilRightsAreKnown } from './rights.ts';

const FINISHED = ['Succeeded', 'Failed'];
let namespace: Namespace;

beforeAll(async () => {
  namespace = await createNamespace('refusals');
  await namespace.create([aPod('app')]);
  const ending = (name: string, script: string) =>
    aPod(name, { restartPolicy: 'Never', containers: [shellContainer('app', script)] });
  await namespace.create([ending('succeeded', 'exit 0'), ending('failed', 'exit 3')], ({ status }) =>
    FINISHED.includes(status?.phase ?? ''),
  );
  await namespace.create([aPod('unscheduled', { nodeSelector: { 'no-node': 'has-this' } })], ({ status }) =>
    (status?.conditions ?? []).some(({ type, status: is }) => type === 'PodScheduled' && is === 'False'),
  );
  const stubborn = shellContainer('app', 'trap "" TERM; while :; do sleep 1; done');
  await namespace.create([
    aPod('terminating', { containers: [stubborn], terminationGracePeriodSeconds: 3600 }),
  ]);
  await kubectl(['delete', 'pod', 'terminating', '-n', namespace.name, '--wait=false']);
});
afterEach(endPrograms);
afterAll(() => namespace.remove());

const debug = (pod: string, ...flags: readonly string[]) => [pod, `--namespace=${namespace.name}`, ...flags];
const IMAGE = `--image=${DEBUG_IMAGE}`;

/** One line that ends in the kind, and one hint; nothing on stdout. */
function expectRefusal({ stdout, stderr, exitCode }: ProgramResult, kind: string): void {
  expect(stderr).toMatch(new RegExp(String.raw`^error: .+ \[${kind}\]\n(?:hint: .+\n)?$`));
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 125 });
}

describe('nothing is created', () => {
  it.each([
    { label: 'an image name with a space', flags: ['--image=a b'], kind: 'image-invalid' },
    { label: 'an image name in capitals', flags: ['--image=BUSYBOX'], kind: 'image-invalid' },
    { label: 'a terminal without stdin', flags: [IMAGE, '-t'], kind: 'usage' },
    { label: 'an unknown flag', flags: [IMAGE, '--no-such-flag'], kind: 'usage' },
    { label: 'an unknown profile', flags: [IMAGE, '--profile=nobody'], kind: 'usage' },
    { label: 'an unknown pull policy', flags: [IMAGE, '--image-pull-policy=Sometimes'], kind: 'usage' },
    { label: 'a timeout that is none', flags: [IMAGE, '--timeout=soon'], kind: 'usage' },
    { label: 'a variable without a value', flags: [IMAGE, '--env=ALONE'], kind: 'usage' },
    { label: 'a container name that is none', flags: [IMAGE, '-c', 'No_Name'], kind: 'usage' },
    { label: 'a name that a container has', flags: [IMAGE, '-c', 'app'], kind: 'container-exists' },
    { label: 'a target that is not there', flags: [IMAGE, '--target=nobody'], kind: 'target-not-found' },
  ])('for $label', async ({ flags, kind }) => {
    const before = await namespace.read('app');
    expectRefusal(await runProgram(debug('app', ...flags, '--', 'true')), kind);
    expect((await namespace.read('app')).spec).toEqual(before.spec);
  });

  it('in the first of two pods when the second does not exist', async () => {
    const before = await namespace.read('app');
    expectRefusal(await runProgram(debug('app', 'nobody', IMAGE, '--', 'true')), 'not-found');
    expect((await namespace.read('app')).spec).toEqual(before.spec);
  });

  it.each([
    { pod: 'succeeded', kind: 'pod-finished', flags: [] },
    { pod: 'failed', kind: 'pod-finished', flags: ['--attach=false'] },
    { pod: 'terminating', kind: 'pod-terminating', flags: [] },
    { pod: 'terminating', kind: 'pod-terminating', flags: ['--attach=false'] },
    { pod: 'unscheduled', kind: 'pod-unscheduled', flags: [] },
  ])('in a $pod pod, with flags $flags', async ({ pod, kind, flags }) => {
    expectRefusal(await runProgram(debug(pod, IMAGE, ...flags, '--', 'true')), kind);
    expect(await namespace.ephemeralContainers(pod)).toEqual([]);
  });
});

it('adds a container to a pod that has no node yet when nobody waits for it', async () => {
  const result = await runProgram(debug('unscheduled', IMAGE, '--attach=false', '--', 'true'));
  expect(result.exitCode).toBe(0);
  expect(await namespace.ephemeralContainers('unscheduled')).toHaveLength(1);
});

it('says so when the pod does not exist', async () => {
  expectRefusal(await runProgram(debug('nobody', IMAGE, '--', 'true')), 'not-found');
});

it('does not wait for an image whose registry the node cannot reach', async () => {
  const image = `--image=${UNREACHABLE_IMAGE}`;
  const result = await runProgram(debug('app', image, '-q', '--', 'true'));
  expectRefusal(result, 'image-unreachable');
  expect(result.stderr).toContain(UNREACHABLE_IMAGE);
});

it.skipIf(REGISTRY === undefined)(
  'names an image that its registry does not have (needs our registry)',
  async () => {
    const image = `${REGISTRY ?? ''}/nobody/busybox:dev`;
    const result = await runProgram(debug('app', `--image=${image}`, '-q', '--', 'true'));
    expectRefusal(result, 'image-not-found');
    expect(result.stderr).toContain(image);
  },
);

it.skipIf(REGISTRY === undefined).each([
  { image: 'foreign', why: 'has no variant for the architecture of the node' },
  { image: 'mislabelled', why: 'its program is not built for the platform of the node' },
])(
  'says which platform the node has, where the image is for another one: $image (needs our registry)',
  async ({ image, why }) => {
    const flag = `--image=${REGISTRY ?? ''}/${image}:dev`;
    const result = await runProgram(debug('app', flag, '-q', '--', 'sh', '-c', 'echo ran'));
    expect(result.exitCode).toBe(125);
    // What the runtime says in the container itself comes before.
    expect(result.stderr).toMatch(new RegExp(String.raw`^error: .+ ${why}.* \[image-platform\]$`, 'm'));
    expect(result.stderr).toMatch(/\nhint: node \S+ is linux\/\w+: .+ --image=busybox\n$/);
  },
);

it('says which platform the node has, where the program is built for another one', async () => {
  // The first 20 bytes of a program for a machine that nobody has.
  const header = String.raw`printf '\177ELF\002\001\001\000\000\000\000\000\000\000\000\000\002\000\377\000'`;
  const app = {
    ...shellContainer('app', `${header} > /v/foreign; chmod 755 /v/foreign; echo made; exec sleep 86400`),
    volumeMounts: [{ name: 'v', mountPath: '/v' }],
    readinessProbe: { exec: { command: ['test', '-x', '/v/foreign'] }, periodSeconds: 1 },
  };
  await namespace.create([aPod('foreign', { containers: [app], volumes: [{ name: 'v', emptyDir: {} }] })]);
  const args = debug('foreign', IMAGE, '-q', '--mount-like-target', '--', '/v/foreign');
  const result = await runProgram(args);
  expect(result.exitCode).toBe(125);
  expect(result.stderr).toMatch(/error: .+ \[image-platform\]\nhint: node \S+ is linux\/\w+: .+\n$/);
});

describe.skipIf(VIEWER_KUBECONFIG === undefined)('a viewer (needs the user viewer)', () => {
  const options = { kubeconfig: VIEWER_KUBECONFIG ?? '' };

  it('may see nothing without a role', async () => {
    expectRefusal(await runProgram(debug('app', IMAGE, '--', 'true'), options), 'forbidden');
  });

  it('may not add a debug container, and is told which right is missing', async () => {
    const role = ['--verb=get,list,watch', '--resource=pods', '-n', namespace.name];
    await kubectl(['create', 'role', 'reader', ...role]);
    await kubectl([
      'create',
      'rolebinding',
      'reader',
      '--role=reader',
      '--user=viewer',
      '-n',
      namespace.name,
    ]);
    await untilRightsAreKnown(namespace.name);
    const before = await namespace.read('app');
    const result = await runProgram(debug('app', IMAGE, '-q', '--', 'true'), options);
    expectRefusal(result, 'forbidden');
    expect(result.stderr).toContain('pods/ephemeralcontainers');
    expect((await namespace.read('app')).spec).toEqual(before.spec);
  });
});
