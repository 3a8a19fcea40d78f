import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deploy, type Deployed } from './deployed.ts';
import { DEBUG_IMAGE } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { kubectl, runKubectl } from './kubectl.ts';
import { runProgram } from './program.ts';

let namespace: Namespace;
let roles: readonly Deployed[];
let node: string;

/** Somebody with the roles of deploy/rbac, and with no other right. */
const ONCALL = ['--as=jane', '--as-group=oncall'];

beforeAll(async () => {
  namespace = await createNamespace('policies');
  const { name } = namespace;
  roles = [await deploy('rbac/debugger.yaml', name), await deploy('rbac/nodes.yaml', name)];
  for (const role of ['kubectl-debug-debugger', 'kubectl-debug-node-pods'])
    await kubectl([
      'create',
      'rolebinding',
      role,
      `--clusterrole=${role}-${name}`,
      '--group=oncall',
      '-n',
      name,
    ]);
  const nodes = `kubectl-debug-nodes-${name}`;
  await kubectl(['create', 'clusterrolebinding', nodes, `--clusterrole=${nodes}`, '--group=oncall']);
  await kubectl(['label', 'namespace', name, 'kubectl-debug/policy=enforce']);
  await namespace.create([aPod('app')]);
  node = (await kubectl(['get', 'nodes', '-o', 'jsonpath={.items[0].metadata.name}'])).trim();
});
afterAll(async () => {
  await kubectl(['delete', 'clusterrolebinding', `kubectl-debug-nodes-${namespace.name}`]);
  for (const role of roles) await role.remove();
  await namespace.remove();
});

interface Verdict {
  readonly exitCode: number | null;
  readonly stderr: string;
}

const IMAGE = `--image=${DEBUG_IMAGE}`;
const BUSY = ['-n', '--attach=false', '-q', '--image-pull-policy=IfNotPresent'] as const;
const callOf = (target: string, flags: readonly string[]): readonly string[] => [
  target,
  BUSY[0],
  namespace.name,
  ...BUSY.slice(1),
  ...ONCALL,
  ...flags,
  '--',
  'true',
];
const byKubectl = (target: string, ...flags: readonly string[]): Promise<Verdict> =>
  runKubectl(['debug', ...callOf(target, flags)]);
const byProgram = (target: string, ...flags: readonly string[]): Promise<Verdict> =>
  runProgram(callOf(target, flags));

/** kubectl and this program do the same call, and are answered alike. */
async function expectVerdict(target: string, flags: readonly string[], refusal: string | undefined) {
  for (const [call, refused] of [
    [byKubectl, 1],
    [byProgram, 125],
  ] as const) {
    const { exitCode, stderr } = await call(target, ...flags);
    expect({ exitCode, stderr }).toEqual({
      exitCode: refusal === undefined ? 0 : refused,
      stderr: refusal === undefined ? expect.any(String) : expect.stringContaining(refusal),
    });
  }
}

/** The program names the rule; the API server is the one that says so. */
const expectHint = async (
  target: string,
  flags: readonly string[],
  [policy, hint]: readonly [string, string],
) => {
  const { stderr } = await byProgram(target, ...flags);
  const rule = `${policy}-${namespace.name}`;
  expect(stderr).toContain(`ValidatingAdmissionPolicy '${rule}' (binding '${rule}') refuses it: `);
  expect(stderr).toContain(`hint: ${hint}`);
};

/** A policy and its parameters take effect with a delay. */
const effective = (what: string, refuses: () => Promise<Verdict>, says: string) =>
  eventually(what, async () => ((await refuses()).stderr.includes(says) ? true : undefined));

const setParameters = (name: string, data: Readonly<Record<string, string>>) =>
  kubectl(['patch', 'configmap', name, '-n', namespace.name, '--type=merge', '-p', JSON.stringify({ data })]);

describe('the policy of debug containers', () => {
  let policy: Deployed;
  beforeAll(async () => {
    policy = await deploy('policies/debug-containers.yaml', namespace.name);
    await effective('policy', () => byKubectl('app', IMAGE), 'allowed images: busybox:1.37, ');
  });
  afterAll(() => policy.remove());

  it('refuses an image that its list does not have, and the hint names one that it has', async () => {
    await expectVerdict('app', [IMAGE], `image "${DEBUG_IMAGE}" is not allowed for debug containers`);
    const hint = 'add an image that it allows: --image=busybox:1.37';
    await expectHint('app', [IMAGE], ['kubectl-debug-containers', hint]);
  });

  describe('with the image on its list', () => {
    beforeAll(async () => {
      await setParameters('debug-containers', { images: `other\n${DEBUG_IMAGE.slice(0, -1)}*\n` });
      await effective('list', () => byKubectl('app', '--image=nobody/has:this'), 'allowed images: other, ');
    });

    it.each([
      { profile: 'general' },
      { profile: 'baseline' },
      { profile: 'restricted' },
      { profile: 'netadmin', refusal: 'capabilities NET_ADMIN, NET_RAW are not allowed' },
      { profile: 'sysadmin', refusal: 'a privileged debug container (--profile=sysadmin) is not allowed' },
    ])('answers --profile=$profile: $refusal', async ({ profile, refusal }) => {
      await expectVerdict('app', [IMAGE, `--profile=${profile}`], refusal);
    });

    it('is told by check, which adds nothing', async () => {
      const before = await namespace.ephemeralContainers('app');
      const args = ['check', 'app', '-n', namespace.name, ...ONCALL];
      const { stdout } = await runProgram(args, { env: { KUBECTL_DEBUG_IMAGE: DEBUG_IMAGE } });
      expect(stdout).toMatch(
        /^ok +profiles +general, baseline, restricted pass; refused: netadmin, sysadmin \(.*capabilities NET_ADMIN/m,
      );
      expect(await namespace.ephemeralContainers('app')).toEqual(before);
    });

    it.each([
      { label: 'other groups', data: { groups: 'sre\nadmins' }, refusal: 'user "jane" is not allowed' },
      { label: 'the group', data: { groups: 'sre\noncall' } },
      { label: 'the user', data: { groups: 'sre', users: 'jane' } },
    ])('with $label, answers: $refusal', async ({ data, refusal }) => {
      await setParameters('debug-containers', { users: '', ...data });
      const named = `allowed groups: ${data.groups.replace('\n', ', ')}`;
      await effective('people', () => addContainer('canary'), named);
      await expectVerdict('app', [IMAGE, '--profile=baseline'], refusal);
      await setParameters('debug-containers', { groups: '', users: '' });
      await eventually(
        'nobody named',
        async () => (await byKubectl('app', IMAGE)).exitCode === 0 || undefined,
      );
    });

    it('refuses root where its parameters do', async () => {
      await setParameters('debug-containers', { root: 'false' });
      const asRoot = '--run-as-user=0';
      await effective('root', () => byProgram('app', IMAGE, asRoot), 'run as root (runAsUser 0)');
      expect((await byProgram('app', IMAGE, '--run-as-user=1000')).exitCode).toBe(0);
    });

    it('refuses everything in a namespace with the label, which needs no other', async () => {
      const label = (...labels: readonly string[]): Promise<string> =>
        kubectl(['label', '--overwrite', 'namespace', namespace.name, ...labels]);
      await label('kubectl-debug/debugging=forbidden', 'kubectl-debug/policy-');
      await effective('label', () => byKubectl('app', IMAGE), 'forbidden in this namespace');
      await expectVerdict('app', [IMAGE], 'debug containers are forbidden in this namespace');
      await label('kubectl-debug/debugging-', 'kubectl-debug/policy=enforce');
    });
  });

  it('refuses everything without its parameters, and the program says that it is broken', async () => {
    await kubectl(['delete', 'configmap', 'debug-containers', '-n', namespace.name]);
    await effective('no parameters', () => byKubectl('app', IMAGE), 'no params found');
    const hint = `the policy itself is broken, and refuses everything; for its owner: kubectl ${ONCALL.join(' ')} get validatingadmissionpolicy kubectl-debug-containers-${namespace.name} -o yaml`;
    await expectHint('app', [IMAGE], ['kubectl-debug-containers', hint]);
  });
});

describe('the policy of tickets', () => {
  let policy: Deployed;
  const NEEDED = 'a debug container needs a ticket such as INC-7';
  beforeAll(async () => {
    policy = await deploy('policies/ticket.yaml', namespace.name);
    await effective('policy', () => byKubectl('app', IMAGE), NEEDED);
  });
  afterAll(() => policy.remove());
  const because = (reason: string) => [IMAGE, `--env=KUBECTL_DEBUG_REASON=${reason}`];

  it.each([
    { label: 'no reason', flags: () => [IMAGE], refusal: NEEDED },
    { label: 'a ticket', flags: () => because('INC-7') },
    { label: 'a ticket and words', flags: () => because('INC-7: disk full') },
    { label: 'words alone', flags: () => because('disk full'), refusal: NEEDED },
    { label: 'a ticket in the middle', flags: () => because('see INC-7'), refusal: NEEDED },
    { label: 'a ticket with more', flags: () => because('INC-7b'), refusal: NEEDED },
    { label: 'an excepted group', flags: () => [IMAGE, '--as-group=kubectl-debug:break-glass'] },
  ])('answers $label: $refusal', async ({ flags, refusal }) => {
    await expectVerdict('app', flags(), refusal);
  });

  it.each([
    {
      label: 'a reason from elsewhere',
      env: [{ name: 'KUBECTL_DEBUG_REASON', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
    },
    {
      label: 'two reasons',
      env: ['INC-7', 'none'].map((value) => ({ name: 'KUBECTL_DEBUG_REASON', value })),
    },
  ])('refuses $label', async ({ env }) => {
    const spec = { ephemeralContainers: [{ name: 'tricky', image: DEBUG_IMAGE, env }] };
    expect((await patchContainers({ spec })).stderr).toContain(NEEDED);
  });

  it('does not count an annotation, which the API server drops', async () => {
    const metadata = { annotations: { 'kubectl-debug/reason': 'INC-7' } };
    const spec = { ephemeralContainers: [{ name: 'annotated', image: DEBUG_IMAGE }] };
    expect((await patchContainers({ metadata, spec })).stderr).toContain(NEEDED);
  });

  it('is named by the program and by check, with the flag that helps', async () => {
    const hint = 'give the reason, with the ticket that it asks for: add --reason=TICKET';
    await expectHint('app', [IMAGE], ['kubectl-debug-ticket', hint]);
    const check = (...more: readonly string[]) =>
      runProgram(['check', 'app', '-n', namespace.name, ...ONCALL, ...more]);
    expect((await check()).stdout).toMatch(/^missing +profiles +none passes: .*add --reason=TICKET$/m);
    expect((await check('--reason=INC-7: disk full')).stdout).toMatch(/^ok +profiles +all pass/m);
  });
});

/** A request to pods/ephemeralcontainers by somebody who may do everything; it changes nothing. */
function patchContainers(change: object): Promise<Verdict> {
  const what = ['pod', 'app', '-n', namespace.name, '--subresource=ephemeralcontainers', '--dry-run=server'];
  return runKubectl(['patch', ...what, '--type=strategic', '-p', JSON.stringify(change)]);
}

const addContainer = (name: string): Promise<Verdict> =>
  patchContainers({ spec: { ephemeralContainers: [{ name, image: DEBUG_IMAGE }] } });

describe('the policy of hours', () => {
  let policy: Deployed;
  const NOW = { from: '0', to: '24', days: '0,1,2,3,4,5,6', zone: 'UTC' };
  /** Hours that begin three hours from now, and have ended four hours from now. */
  const hoursFromNow = (hours: number) => String((new Date().getUTCHours() + hours) % 24);
  const LATER = { ...NOW, from: hoursFromNow(3), to: hoursFromNow(4) };
  const add = () => addContainer('new');
  const settle = async (data: typeof NOW): Promise<Verdict> => {
    await setParameters('debug-hours', data);
    // An expression of its parameters fails while a new zone is not there yet.
    const text = `${data.from} to ${data.to} o'clock ${data.zone} on days ${data.days}`;
    return eventually('parameters', async () => {
      const verdict = await add();
      return verdict.exitCode === 0 || verdict.stderr.includes(text) ? verdict : undefined;
    });
  };

  beforeAll(async () => {
    policy = await deploy('policies/hours.yaml', namespace.name);
    await setParameters('debug-hours', LATER);
    await effective('policy', add, `from ${LATER.from} to ${LATER.to} o'clock UTC`);
  });
  afterAll(() => policy.remove());

  it('refuses outside its hours, and the program says where they stand', async () => {
    await expectVerdict('app', [IMAGE], 'debug containers are allowed only in working hours: from ');
    const rule = `kubectl-debug-hours-${namespace.name}`;
    const hint = `come back in the hours that it allows; whom it excepts, an administrator sees: kubectl ${ONCALL.join(' ')} get validatingadmissionpolicy ${rule} -o yaml`;
    await expectHint('app', [IMAGE], ['kubectl-debug-hours', hint]);
  });

  it('allows an excepted group, and everybody in the hours, also over midnight', async () => {
    expect((await byKubectl('app', IMAGE, '--as-group=kubectl-debug:break-glass')).exitCode).toBe(0);
    await setParameters('debug-hours', { ...NOW, from: hoursFromNow(22), to: hoursFromNow(2) });
    await eventually('hours', async () => ((await add()).exitCode === 0 ? true : undefined));
    await expectVerdict('app', [IMAGE], undefined);
  });

  it('refuses on another day', async () => {
    const tomorrow = String((new Date().getUTCDay() + 2) % 7);
    expect((await settle({ ...NOW, days: tomorrow })).exitCode).toBe(1);
  });

  it('is not deceived by times that somebody wrote into the pod before', async () => {
    const noon = `2099-01-01T${LATER.from.padStart(2, '0')}:30:00Z`;
    const fieldsV1 = {
      'f:spec': { 'f:restartPolicy': {}, 'f:ephemeralContainers': { 'k:{"name":"new"}': { '.': {} } } },
    };
    const managedFields = Array.from({ length: 5 }, (_, index) => ({
      manager: `forged-${index}`,
      operation: 'Update',
      apiVersion: 'v1',
      subresource: 'ephemeralcontainers',
      time: noon,
      fieldsType: 'FieldsV1',
      fieldsV1,
    }));
    const forged = JSON.stringify({ metadata: { managedFields } });
    await setParameters('debug-hours', LATER);
    await effective('hours', add, `from ${LATER.from} to ${LATER.to} o'clock UTC`);
    await kubectl(['patch', 'pod', 'app', '-n', namespace.name, '--type=merge', '-p', forged]);
    const { metadata } = JSON.parse(
      await kubectl(['get', 'pod', 'app', '-n', namespace.name, '-o', 'json', '--show-managed-fields']),
    ) as { readonly metadata: { readonly managedFields: readonly { readonly time?: string }[] } };
    expect(metadata.managedFields.map(({ time }) => time)).toContain(noon);
    expect((await add()).stderr).toContain('only in working hours');
  });
});

describe('the policy of node pods', () => {
  let policy: Deployed;
  const NEEDED = 'a pod that reaches into its node needs a ticket such as INC-7';
  beforeAll(async () => {
    policy = await deploy('policies/node-pods.yaml', namespace.name);
    await effective('policy', () => byKubectl(`node/${node}`, IMAGE), NEEDED);
  });
  afterAll(() => policy.remove());

  it.each([
    { label: 'no reason', flags: [IMAGE], refusal: NEEDED },
    { label: 'no reason, privileged', flags: [IMAGE, '--profile=sysadmin'], refusal: NEEDED },
    { label: 'no reason, without the node', flags: [IMAGE, '--profile=restricted'], refusal: NEEDED },
    { label: 'a ticket', flags: [IMAGE, '--env=KUBECTL_DEBUG_REASON=INC-7'] },
    { label: 'an excepted group', flags: [IMAGE, '--as-group=kubectl-debug:break-glass'] },
  ])('answers a call with $label: $refusal', async ({ flags, refusal }) => {
    await expectVerdict(`node/${node}`, flags, refusal);
  });

  it.each([
    {
      label: 'an annotation with a ticket',
      annotations: { 'kubectl-debug/reason': 'INC-7: disk' },
      isAllowed: true,
    },
    { label: 'an annotation without one', annotations: { 'kubectl-debug/reason': 'disk' }, isAllowed: false },
    { label: 'nothing of its node, by nobody in particular', annotations: {}, spec: {}, isAllowed: true },
    {
      label: 'the namespaces of its node, by a controller',
      annotations: {},
      by: ['--as=system:serviceaccount:kube-system:daemon-set-controller', '--as-group=system:masters'],
      group: ['--as-group=system:serviceaccounts:kube-system'],
      isAllowed: true,
    },
    { label: 'the namespaces of its node, by an administrator', annotations: {}, by: [], isAllowed: false },
  ])('answers a pod written by hand with $label', async (row) => {
    const { annotations, isAllowed, by = ONCALL, group = [] } = row;
    const pod = aPod('written', row.spec ?? { hostPID: true });
    const metadata = { ...pod.metadata, annotations };
    const manifest = JSON.stringify({ apiVersion: 'v1', kind: 'Pod', ...pod, metadata });
    const create = ['create', '-n', namespace.name, '--dry-run=server', '-f', '-', ...by, ...group];
    const { exitCode, stderr } = await runKubectl(create, manifest);
    expect({ isAllowed: exitCode === 0, stderr }).toEqual({
      isAllowed,
      stderr: isAllowed ? '' : expect.stringContaining(NEEDED),
    });
  });
});
