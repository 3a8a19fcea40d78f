import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RefusalName } from '../../src/errors/refusals/refusals.ts';
import { refusalLines } from '../samples/refusal-lines.ts';
import { DEBUG_IMAGE, REGISTRY, slowImage, VIEWER_KUBECONFIG } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, createNamespace, shellContainer, type Namespace, keepsCrashing } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, runProgram, type ProgramOptions, type ProgramResult } from './program.ts';

const OWN = `e2e-refusals-${randomBytes(3).toString('hex')}`;
const IMAGE = `--image=${DEBUG_IMAGE}`;
const PRIVATE = `${REGISTRY ?? ''}/private/busybox:dev`;
const BASELINE = { 'pod-security.kubernetes.io/enforce': 'baseline' };
const NOWHERE = { nodeSelector: { no: 'where' } };
let namespace: Namespace;

const apply = (...items: readonly object[]): Promise<string> =>
  kubectl(
    ['apply', '-n', namespace.name, '-f', '-'],
    JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
  );
const debug = (pod: string, flags: readonly string[], options: ProgramOptions = {}): Promise<ProgramResult> =>
  runProgram([pod, '-n', namespace.name, '-q', ...flags], options);
const withLabel = (name: string, label: string, spec: object = {}) => ({
  ...aPod(name, { ...spec }),
  metadata: { name, labels: { refuses: label } },
});

/** What an API server asks the admission about. */
const RULES = [
  {
    apiGroups: [''],
    apiVersions: ['v1'],
    operations: ['UPDATE'],
    resources: ['pods/ephemeralcontainers'],
  },
];

/** A policy that says no with whatever a debug container has in its first variable; a webhook that nobody answers. */
async function addPolicies(): Promise<void> {
  const here = {
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace.name } },
  };
  const asked = { ...here, objectSelector: { matchLabels: { refuses: 'policy' } } };
  const inGroup = (kind: string, rest: object): object => ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: { name: OWN },
    ...rest,
  });
  const said = 'string(object.spec.ephemeralContainers[0].env[0].value)';
  await apply(
    inGroup('ValidatingAdmissionPolicy', {
      spec: {
        matchConstraints: { resourceRules: RULES },
        validations: [{ expression: 'false', messageExpression: said }],
      },
    }),
    inGroup('ValidatingAdmissionPolicyBinding', {
      spec: { policyName: OWN, validationActions: ['Deny'], matchResources: asked },
    }),
    inGroup('ValidatingWebhookConfiguration', {
      webhooks: [
        {
          name: 'nobody.example.org',
          clientConfig: { url: 'https://127.0.0.1:1/' },
          rules: RULES,
          ...here,
          objectSelector: { matchLabels: { refuses: 'webhook' } },
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          timeoutSeconds: 1,
        },
      ],
    }),
  );
}

beforeAll(async () => {
  namespace = await createNamespace('refusals-table');
  const secret = Buffer.from(JSON.stringify({ auths: {} })).toString('base64');
  await apply({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'elsewhere' },
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': secret },
  });
  await addPolicies();
  const crashing = shellContainer('app', 'exit 3');
  const mortal = shellContainer('app', 'until [ -e /tmp/end ]; do sleep 0.1; done; exit 3');
  await namespace.create([
    withLabel('app', 'nothing'),
    withLabel('asked', 'policy'),
    withLabel('called', 'webhook'),
    aPod('secretive', { imagePullSecrets: [{ name: 'elsewhere' }] }),
    aPod('mortal', { containers: [mortal] }),
  ]);
  await namespace.create(
    [
      aPod('crashing', { containers: [crashing] }),
      aPod('pane', { os: { name: 'windows' }, ...NOWHERE }),
      aPod('full', NOWHERE),
    ],
    (pod) => 'nodeSelector' in pod.spec || keepsCrashing(pod),
  );
  await kubectl([
    'label',
    'namespace',
    namespace.name,
    ...Object.entries(BASELINE).map((pair) => pair.join('=')),
  ]);
});
afterEach(endPrograms);
afterAll(async () => {
  const kinds = 'validatingadmissionpolicybinding,validatingadmissionpolicy,validatingwebhookconfiguration';
  await kubectl(['delete', kinds, OWN, '--ignore-not-found']);
  await namespace.remove();
});

interface Row {
  readonly name: RefusalName;
  readonly pod?: string;
  readonly flags: readonly string[];
  readonly exitCode?: number;
  readonly needsRegistry?: boolean;
}

const BASE = '--profile=baseline';
const ROWS: readonly Row[] = [
  { name: 'command-not-found', flags: [IMAGE, BASE, '--', '/no/such/program'], exitCode: 127 },
  { name: 'command-not-executable', flags: [IMAGE, BASE, '--', '/etc/passwd'], exitCode: 126 },
  { name: 'image-never-pulled', flags: [`--image=nobody/${OWN}`, BASE, '--image-pull-policy=Never'] },
  { name: 'image-denied', flags: [`--image=${PRIVATE}`, BASE], needsRegistry: true },
  {
    name: 'image-denied-to-secrets',
    pod: 'secretive',
    flags: [`--image=${PRIVATE}`, BASE],
    needsRegistry: true,
  },
  { name: 'start-too-slow', flags: [`--image=${slowImage()}`, BASE, '--timeout=3s'], needsRegistry: true },
  { name: 'target-not-running', pod: 'crashing', flags: [IMAGE, '--target=app'] },
  { name: 'windows-pod', pod: 'pane', flags: [IMAGE, '--profile=general', '--attach=false'] },
  { name: 'level-refuses-profile', flags: [IMAGE, '--profile=sysadmin', '--', 'true'] },
];

describe('a real cluster says', () => {
  it.each(ROWS)('$name', async ({ name, pod = 'app', flags, exitCode = 125, needsRegistry }) => {
    if (needsRegistry === true && REGISTRY === undefined) return;
    const result = await debug(pod, flags);
    expect(result).toMatchObject({ stdout: '', exitCode, stderr: expect.stringMatching(refusalLines(name)) });
  });

  it.each([
    { name: 'policy-on-resources', says: 'container without resource limits' },
    { name: 'policy-on-root-files', says: 'only read-only root filesystem container is allowed' },
    { name: 'policy-on-image', says: 'image signature keyless validation failed' },
    { name: 'policy-on-rights', says: 'Privileged mode is disallowed' },
    { name: 'policy-on-debugging', says: 'no ephemeral containers here' },
    { name: 'policy-otherwise', says: 'the moon is full' },
  ] as const)('$name', async ({ name, says }) => {
    const flags = [IMAGE, BASE, '--dry-run=server', '-o', 'name', `--env=SAYS=${says}`];
    // The API server learns of a new policy within seconds.
    const { stderr } = await eventually('the policy', async () => {
      const result = await debug('asked', flags);
      return result.exitCode === 0 ? undefined : result;
    });
    expect(stderr).toMatch(refusalLines(name));
    expect(stderr).toContain(says);
  });

  it('webhook-down', async () => {
    const { stderr } = await eventually('the webhook', async () => {
      const result = await debug('called', [IMAGE, BASE, '--dry-run=server', '-o', 'name']);
      return result.exitCode === 0 ? undefined : result;
    });
    expect(stderr).toMatch(refusalLines('webhook-down'));
  });

  it('target-ended', async () => {
    const script = 'touch /proc/1/root/tmp/end; sleep 600';
    const result = await debug('mortal', [IMAGE, BASE, '--target=app', '--', 'sh', '-c', script]);
    expect(result).toMatchObject({
      exitCode: 125,
      stderr: expect.stringMatching(refusalLines('target-ended')),
    });
  });

  it('pod-full', async () => {
    const path = `/api/v1/namespaces/${namespace.name}/pods/full`;
    const pod = JSON.parse(await kubectl(['get', '--raw', path])) as { spec: object };
    const fillers = Array.from({ length: 6 }, (_, index) => ({
      name: `filler-${index}`,
      image: DEBUG_IMAGE,
      env: [{ name: 'FILLER', value: 'x'.repeat(250_000) }],
    }));
    const full = JSON.stringify({ ...pod, spec: { ...pod.spec, ephemeralContainers: fillers } });
    await kubectl(['replace', '--raw', `${path}/ephemeralcontainers`, '-f', '-'], full);
    const { stderr } = await debug('full', [
      IMAGE,
      BASE,
      '--attach=false',
      `--env=MORE=${'x'.repeat(100_000)}`,
    ]);
    expect(stderr).toMatch(refusalLines('pod-full'));
  });
});

describe.skipIf(VIEWER_KUBECONFIG === undefined)('a real cluster says to a viewer', () => {
  const kubeconfig = VIEWER_KUBECONFIG ?? '';
  const allow = async (verbs: readonly string[]): Promise<void> => {
    const rules = [
      { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] },
      { apiGroups: [''], resources: ['pods/ephemeralcontainers'], verbs: ['patch'] },
      ...(verbs.length > 0 ? [{ apiGroups: [''], resources: ['pods/attach'], verbs }] : []),
    ];
    const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1', metadata: { name: 'watcher' } };
    await apply(
      { ...rbac, kind: 'Role', rules },
      {
        ...rbac,
        kind: 'RoleBinding',
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'watcher' },
        subjects: [{ kind: 'User', name: 'viewer' }],
      },
    );
  };

  it.each([
    { name: 'right-missing', verbs: [] },
    { name: 'upgrade-create-missing', verbs: ['get'] },
  ] as const)('$name', async ({ name, verbs }) => {
    await allow(verbs);
    const before = (await namespace.read('app')).spec.ephemeralContainers;
    const flags = [IMAGE, BASE, '-i', '--', 'cat'];
    const { stderr } = await eventually('the role', async () => {
      const result = await debug('app', flags, { kubeconfig, input: 'x' });
      return refusalLines(name).test(result.stderr) ? result : undefined;
    });
    expect(stderr).toContain(`kubectl-debug check -n ${namespace.name} --for=debug -o yaml`);
    expect((await namespace.read('app')).spec.ephemeralContainers).toEqual(before);
  });
});
