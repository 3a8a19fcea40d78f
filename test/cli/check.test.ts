import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { aPod } from '../builders/a-pod.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish, type CommandResult } from '../drivers/run-command.ts';

let cluster: RunPlayground;
let pod: string;
/** Whom the server says it is asked by; undefined where it does not tell, as before Kubernetes 1.28. */
let knownAs: string | undefined;
beforeAll(async () => {
  cluster = await runPlayground(({ path }) =>
    knownAs !== undefined && path.endsWith('/selfsubjectreviews')
      ? { status: 201, body: { status: { userInfo: { username: knownAs } } } }
      : undefined,
  );
  pod = await cluster.makePod();
});
afterAll(() => cluster.close());

const runAs = (user: 'admin' | 'viewer', ...argv: readonly string[]): Promise<CommandResult> =>
  finish(cluster.start(['check', ...argv], { kubeconfig: cluster.kubeconfigs[user] }));

/** All that debugging running pods takes, whoever asks and whatever they have. */
const RULES = [
  { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] },
  { apiGroups: [''], resources: ['pods/attach'], verbs: ['get', 'create'] },
  { apiGroups: [''], resources: ['pods/ephemeralcontainers'], verbs: ['patch'] },
  { apiGroups: [''], resources: ['events'], verbs: ['list', 'watch'] },
];

interface Document {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly rules?: readonly { readonly resources: readonly string[]; readonly verbs: readonly string[] }[];
}
const documentsOf = (text: string): readonly Document[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Document);

describe('what check says to type', () => {
  it('names the cluster of the call for who binds the Roles', async () => {
    knownAs = undefined;
    const { stdout } = await runAs('viewer', '--context=playground');
    expect(stdout).toMatch(
      /kubectl --context=playground create rolebinding kubectl-debug-debug-USER --role=kubectl-debug-debug --user=USER -n default\)/,
    );
  });
});

describe('check', () => {
  it('finds nothing missing for somebody who may do everything, and proves that WebSockets pass', async () => {
    const { exitCode, stdout, stderr } = await runAs('admin');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^ok +server +http.*\(v\d+\.\d+\.\d+.*\)/m);
    expect(stdout).toMatch(/^ok +websockets +pass/m);
    expect(stdout).toMatch(/^patch pods\/ephemeralcontainers +yes +needed/m);
    expect(stdout).not.toMatch(/kind: Role|missing/);
  });

  it('tries every profile in the named pod and leaves the pod as it was', async () => {
    const before = cluster.readPod(pod);
    const { exitCode, stdout } = await runAs('admin', pod);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^ok +profiles +all pass: general, baseline, restricted, netadmin, sysadmin; restricted needs --run-as-user=UID, as \S+ runs as root$/m,
    );
    expect(cluster.readPod(pod)).toEqual(before);
  });

  it.each([
    { label: 'a user', securityContext: { runAsUser: 1000 }, need: '' },
    {
      label: 'no root and no user',
      securityContext: { runAsNonRoot: true },
      need: '; general, baseline, restricted, netadmin, sysadmin need --run-as-user=UID, if own/image runs as root',
    },
    {
      label: 'root',
      securityContext: { runAsUser: 0 },
      need: '; restricted needs --run-as-user=UID, if own/image runs as root',
    },
  ])(
    'says which profiles need a user in a pod that sets $label',
    async ({ label, securityContext, need }) => {
      const name = `of-${label.replaceAll(' ', '-')}`;
      const { spec, status = {} } = aPod({ name, spec: { securityContext } });
      cluster.playground.createPod({ name, spec, behaviour: { kind: 'scripted', status } });
      const env = { KUBECTL_DEBUG_IMAGE: 'own/image' };
      const { stdout } = await finish(cluster.start(['check', name], { env }));
      expect(stdout).toMatch(new RegExp(`: general, baseline, restricted, netadmin, sysadmin${need}$`, 'm'));
    },
  );

  it('names what a viewer lacks, ends with the Roles that give all of it, and fails', async () => {
    knownAs = 'jane';
    const { exitCode, stdout } = await runAs('viewer', pod);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^get pods +yes/m);
    expect(stdout).toMatch(/^patch pods\/ephemeralcontainers +no +needed/m);
    expect(stdout).not.toMatch(/profiles|USER/);
    expect(documentsOf(stdout.slice(stdout.indexOf('apiVersion:')))).toMatchObject([
      { kind: 'Role', rules: RULES },
      { kind: 'RoleBinding', subjects: [{ kind: 'User', name: 'jane' }] },
    ]);
  });

  it('prints with -o yaml all that it takes and what binds it to the user, the same whatever the user has', async () => {
    knownAs = 'jane';

    const { exitCode, stdout, stderr } = await runAs('viewer', '-o', 'yaml', '-n', 'kube-system');
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    expect(documentsOf(stdout)).toMatchObject([
      { kind: 'Role', metadata: { name: 'kubectl-debug-debug', namespace: 'kube-system' }, rules: RULES },
      {
        kind: 'RoleBinding',
        metadata: { name: 'kubectl-debug-debug-jane', namespace: 'kube-system' },
        roleRef: { kind: 'Role', name: 'kubectl-debug-debug' },
        subjects: [{ kind: 'User', name: 'jane' }],
      },
    ]);
    const again = await runAs('admin', '-o', 'yaml', '-n', 'kube-system');
    expect(again).toEqual({ exitCode: 0, stdout, stderr: 'nothing is missing\n' });
  });

  it('says how to bind them where the server does not tell who asks', async () => {
    knownAs = undefined;
    const { stdout, stderr } = await runAs('viewer', '-o', 'yaml', '--for=nodes');
    expect(documentsOf(stdout).map(({ kind }) => kind)).toEqual(['Role', 'ClusterRole']);
    expect(stderr).toContain(
      'kubectl create rolebinding kubectl-debug-nodes-USER --role=kubectl-debug-nodes --user=USER -n default && kubectl create clusterrolebinding kubectl-debug-nodes-USER --clusterrole=kubectl-debug-nodes --user=USER\n',
    );
  });

  it.each([
    { label: 'copies', argv: ['--copy-to=x', '--', 'id'], right: 'create pods' },
    { label: 'debug', argv: ['--', 'id'], right: 'patch pods/ephemeralcontainers' },
  ])('writes what a refusal promises, for $label', async ({ argv, right }) => {
    const refused = await finish(cluster.start([pod, ...argv], { kubeconfig: cluster.kubeconfigs.viewer }));
    const purpose = /: kubectl-debug check -n default --for=(\w+) -o yaml/.exec(refused.stderr)?.[1] ?? '';
    const { stdout } = await runAs('viewer', '-n', 'default', `--for=${purpose}`, '-o', 'yaml');
    const given = documentsOf(stdout).flatMap(({ rules = [] }) =>
      rules.flatMap(({ resources, verbs }) => verbs.map((verb) => `${verb} ${resources.join('')}`)),
    );
    expect(given).toContain(right);
  });

  it.each([{ argv: [] }, { argv: ['-o', 'yaml'] }])(
    'knows no rights in a namespace that is not there %j',
    async ({ argv }) => {
      const { exitCode, stdout, stderr } = await runAs('admin', '-n', 'defualt', ...argv);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
      expect(stderr).toBe(
        'error: there is no namespace "defualt" [not-found]\nhint: did you mean default?\n',
      );
    },
  );

  it.each([
    { label: 'two pods', argv: ['a', 'b'], exitCode: 2, kind: 'usage' },
    { label: 'a node', argv: ['node/n1'], exitCode: 2, kind: 'usage' },
    { label: 'rights for nothing that it knows', argv: ['--for=fun'], exitCode: 2, kind: 'usage' },
    { label: 'another format', argv: ['-o', 'json'], exitCode: 2, kind: 'usage' },
    { label: 'a pod that is not there', argv: ['nobody'], exitCode: 1, kind: 'not-found' },
  ])('exits $exitCode for $label', async ({ argv, exitCode, kind }) => {
    const result = await runAs('admin', ...argv);
    expect(result).toMatchObject({ exitCode, stdout: '' });
    expect(result.stderr).toMatch(new RegExp(String.raw`^error: .+ \[${kind}\]\n`));
  });
});
