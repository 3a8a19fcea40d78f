import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { APP_IMAGE, DEBUG_IMAGE } from './environment.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, runProgram } from './program.ts';

const IMAGE = `--image=${DEBUG_IMAGE}`;
const POLICY = `e2e-no-debug-${randomBytes(3).toString('hex')}`;
const STRICT = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
};
const app = (fields: object) => ({
  name: 'app',
  ...(APP_IMAGE === undefined ? { image: DEBUG_IMAGE, command: ['sleep', '86400'] } : { image: APP_IMAGE }),
  ...fields,
});

let free: Namespace;
let baseline: Namespace;
let restricted: Namespace;

beforeAll(async () => {
  [free, baseline, restricted] = await Promise.all(
    ['free', 'baseline', 'restricted'].map((label) => createNamespace(`security-${label}`)),
  ).then((namespaces) => namespaces as [Namespace, Namespace, Namespace]);
  const pods = [
    aPod('plain', { containers: [app({ env: [{ name: 'COLOUR', value: 'blue' }] })] }),
    aPod('own-user', { containers: [app({ securityContext: { ...STRICT, runAsUser: 1000 } })] }),
    aPod('pod-user', {
      securityContext: { runAsUser: 2000 },
      containers: [app({ securityContext: STRICT })],
    }),
    aPod('volumes', {
      volumes: [{ name: 'data', emptyDir: {} }],
      containers: [
        app({
          volumeMounts: [
            { name: 'data', mountPath: '/data' },
            { name: 'data', mountPath: '/part', subPath: 'part' },
          ],
        }),
      ],
    }),
  ];
  await Promise.all([free, baseline, restricted].map((namespace) => namespace.create(pods)));
  await baseline.enforce('baseline');
  await restricted.enforce('restricted');
});
afterEach(endPrograms);
afterAll(() => Promise.all([free, baseline, restricted].map((namespace) => namespace.remove())));

describe('without --profile a session sees the files of its target', () => {
  it.each([
    { where: 'baseline', pod: 'plain', user: 0, profile: 'baseline' },
    { where: 'baseline', pod: 'own-user', user: 1000, profile: 'baseline as uid 1000' },
    { where: 'baseline', pod: 'pod-user', user: 2000, profile: 'baseline' },
    { where: 'restricted', pod: 'own-user', user: 1000, profile: 'restricted as uid 1000' },
    { where: 'restricted', pod: 'pod-user', user: 2000, profile: 'restricted as uid 2000' },
  ])('in a $where namespace, of $pod, as uid $user', async ({ where, pod, user, profile }) => {
    const { name, read } = where === 'baseline' ? baseline : restricted;
    const script = 'id -u; ls -d /proc/1/root/proc';
    const args = [pod, '-n', name, IMAGE, '--target=app', '--', 'sh', '-c', script];
    const { stdout, stderr, exitCode } = await runProgram(args);
    expect({ stdout, exitCode }).toEqual({ stdout: `${user}\n/proc/1/root/proc\n`, exitCode: 0 });
    expect(stderr).toContain(`level "${where}" of the namespace refuses --profile=general`);
    const [typed = ''] = profile.split(' ');
    expect(stderr).not.toContain('Warning: ');
    // Some runtimes tell in the status as whom a container runs, with its group.
    if ((await read(pod)).status?.containerStatuses?.[0]?.user !== undefined) {
      expect(stderr).toContain(`trying --profile=${typed} as uid ${user} and gid 0,`);
      expect(stderr).toContain(`--profile=${typed}, --run-as-user=${user}:0\n`);
      return;
    }
    expect(stderr).toContain(`trying --profile=${profile}`);
    const line = new RegExp(`; with kubectl: kubectl debug ${pod} .*--profile=${typed} `);
    // kubectl has no flag for a user, so that there is no such line where one has to be set.
    if (profile.includes('uid 1000')) expect(stderr).toContain(`--profile=${typed}, --run-as-user=1000\n`);
    else expect(stderr).toMatch(line);
  });

  it('and --reuse enters the container with the rights that the level left, and no other', async () => {
    const reuse = (...rest: readonly string[]) =>
      runProgram([
        ...['pod-user', '-n', restricted.name, IMAGE, '--via=exec', '--reuse', '--max-life=2m'],
        ...rest,
        ...['--', 'id', '-u'],
      ]);
    expect(await reuse('--profile=restricted', '--run-as-user=7')).toMatchObject({ stdout: '7\n' });
    expect(await reuse()).toMatchObject({ stdout: '2000\n' });
    const before = await restricted.ephemeralContainers('pod-user');
    const again = await reuse();
    expect(again).toMatchObject({ stdout: '2000\n', exitCode: 0 });
    expect(again.stderr).toMatch(/^using debug container "[^"]+", which is kept already\n$/);
    expect(await restricted.ephemeralContainers('pod-user')).toEqual(before);
  });

  it('and a copy is made as well', async () => {
    const args = ['own-user', '-n', restricted.name, IMAGE, '--copy-to=own-copy', '--rm', '--', 'id', '-u'];
    expect(await runProgram(args)).toMatchObject({ stdout: '1000\n', exitCode: 0 });
  });
});

describe('Pod Security says no for good', () => {
  it.each([
    {
      label: 'to a profile that was typed',
      pod: 'own-user',
      flags: ['--profile=sysadmin'],
      said: /level "restricted": .*container "dbg".*\nhint: .* use --profile=restricted --run-as-user=UID\n$/,
    },
    {
      label: 'to any profile where the pod violates the level',
      pod: 'plain',
      flags: [],
      said: /the pod itself violates Pod Security level "restricted" of its namespace.*\(app\).*\nhint: .*kubectl-debug node\/\S+ -n kube-system/,
    },
    {
      label: 'to a capability under every profile',
      pod: 'own-user',
      flags: ['--cap-add=NET_ADMIN'],
      said: /NET_ADMIN.*\nhint: leave out the flag that it refuses/,
    },
  ])('$label', async ({ pod, flags, said }) => {
    const args = [pod, '-n', restricted.name, IMAGE, '-c', 'dbg', '-q', ...flags, '--', 'true'];
    const { stdout, stderr, exitCode } = await runProgram(args);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 125 });
    expect(stderr).toMatch(/^error: .+ \[pod-security\]\n/);
    expect(stderr).toMatch(said);
    const names = (await restricted.ephemeralContainers(pod)).map(({ name }) => name);
    expect(names).not.toContain('dbg');
  });

  it('to a node pod, whose rights are never weakened', async () => {
    const node = (await kubectl(['get', 'nodes', '-o', 'jsonpath={.items[0].metadata.name}'])).trim();
    const { stderr, exitCode } = await runProgram([`node/${node}`, '-n', baseline.name, IMAGE, '--', 'true']);
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(/ \[pod-security\]\nhint: .*-n kube-system\n$/);
  });
});

describe('flags for the rights', () => {
  const run = (pod: string, ...args: readonly string[]) =>
    runProgram([pod, '-n', free.name, IMAGE, '-q', ...args]);

  it('make the user that of the target', async () => {
    const { stdout } = await run('own-user', '--target=app', '--run-as-user=target', '--', 'id', '-u');
    expect(stdout).toBe('1000\n');
  });

  it('refuse root where the pod does', async () => {
    const { stderr, exitCode } = await run('own-user', '--profile=restricted', '--run-as-user=0', '--', 'id');
    expect({ exitCode, isTold: stderr.includes('[run-as-root]') }).toEqual({ exitCode: 125, isTold: true });
  });

  it('change the capabilities that the kernel gives', async () => {
    const script = 'grep CapEff /proc/self/status';
    const { stdout } = await run('plain', '--cap-drop=ALL', '--cap-add=net_admin', '--', 'sh', '-c', script);
    expect(stdout).toBe('CapEff:\t0000000000001000\n');
  });

  it('bring the variables of the target, and those of --env over them', async () => {
    const args = ['--env-from-target', '--env=MORE=1', '--', 'sh', '-c', 'echo $COLOUR $MORE'];
    expect((await run('plain', ...args)).stdout).toBe('blue 1\n');
    expect((await run('plain', '--env=COLOUR=red', ...args)).stdout).toContain('red');
  });

  it.each([
    { flag: '--mount-like-target', can: 'no' },
    { flag: '--mount-like-target=rw', can: 'yes' },
  ])('bring the volumes of the target by $flag: writable $can', async ({ flag, can }) => {
    const script = 'touch /data/file 2>/dev/null && echo yes || echo no; ls -d /part 2>/dev/null';
    const { stdout, stderr } = await run('volumes', flag, '--', 'sh', '-c', script);
    expect(stdout).toBe(`${can}\n`);
    expect(stderr).toContain('leaves out /part of container "app"');
  });
});

it('says why nothing starts as root where the image runs as root and the profile forbids it', async () => {
  const args = ['plain', '-n', free.name, IMAGE, '-q', '--profile=restricted', '--', 'true'];
  const { stderr, exitCode } = await runProgram(args);
  expect(exitCode).toBe(125);
  expect(stderr).toMatch(/ \[run-as-root\]\nhint: .*--run-as-user=UID/);
});

describe('a policy of the API server', () => {
  const apply = (manifest: object) => kubectl(['create', '-f', '-'], JSON.stringify(manifest));
  const group = { apiVersion: 'admissionregistration.k8s.io/v1', metadata: { name: POLICY } };

  beforeAll(async () => {
    await apply({
      ...group,
      kind: 'ValidatingAdmissionPolicy',
      spec: {
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: [''],
              apiVersions: ['v1'],
              operations: ['UPDATE'],
              resources: ['pods/ephemeralcontainers'],
            },
          ],
        },
        validations: [{ expression: 'false', message: 'no debug containers in this shop' }],
      },
    });
    await apply({
      ...group,
      kind: 'ValidatingAdmissionPolicyBinding',
      spec: {
        policyName: POLICY,
        validationActions: ['Deny'],
        matchResources: {
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': free.name } },
        },
      },
    });
  });
  afterAll(() => kubectl(['delete', 'validatingadmissionpolicybinding,validatingadmissionpolicy', POLICY]));

  it('is named with what it says', async () => {
    // The API server learns of a new policy within seconds.
    for (let tries = 0; tries < 20; tries += 1) {
      const { stderr } = await runProgram(['plain', '-n', free.name, IMAGE, '--attach=false', '-q']);
      if (stderr === '') continue;
      expect(stderr).toMatch(
        /ValidatingAdmissionPolicy .* refuses it: no debug containers in this shop \[admission-denied\]\nhint: .*--copy-to/,
      );
      return;
    }
    throw new Error('the policy never came into force');
  });
});
