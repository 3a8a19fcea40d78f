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

  it('asks about ports only on request, and gives the Role that kubectl port-forward needs too', async () => {
    knownAs = 'jane';
    expect((await runAs('viewer', pod)).stdout).not.toContain('portforward');
    const { exitCode, stdout } = await runAs('viewer', pod, '--for=forward');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^create pods\/portforward +no +needed to forward ports$/m);
    expect(stdout).not.toContain('ephemeralcontainers');
    expect(documentsOf(stdout.slice(stdout.indexOf('apiVersion:')))).toMatchObject([
      {
        kind: 'Role',
        metadata: { name: 'kubectl-debug-forward' },
        rules: [
          { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] },
          { apiGroups: [''], resources: ['pods/portforward'], verbs: ['get', 'create'] },
        ],
      },
      { kind: 'RoleBinding' },
    ]);
  });

  it('says whether packets can be captured in the namespace', async () => {
    const { exitCode, stdout } = await runAs('admin', pod, '--for=capture');
    expect(stdout).toMatch(/^ok +capture +the level of the namespace allows NET_RAW and NET_ADMIN$/m);
    expect(exitCode).toBe(0);
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

describe('rights to hand out', () => {
  const print = (...argv: readonly string[]) => runAs('viewer', '-o', 'yaml', ...argv);
  const kinds = ({ stdout }: CommandResult) =>
    documentsOf(stdout).map(({ kind, metadata }) => `${kind} ${metadata.name}`);

  it('are bound to a group, whatever the caller may do', async () => {
    const result = await print('--group=oncall', '--for=debug,nodes');
    expect({ exitCode: result.exitCode, stderr: result.stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(kinds(result)).toEqual([
      'Role kubectl-debug-debug',
      'RoleBinding kubectl-debug-debug-group.oncall',
      'Role kubectl-debug-nodes',
      'RoleBinding kubectl-debug-nodes-group.oncall',
      'ClusterRole kubectl-debug-nodes',
      'ClusterRoleBinding kubectl-debug-nodes-group.oncall',
    ]);
    expect(result.stdout).toContain('- apiGroup: rbac.authorization.k8s.io\n  kind: Group\n  name: oncall\n');
  });

  it('are granted by a Job that ends, and no binding grants them before', async () => {
    const result = await print('--group=oncall', '--expires=90m', '--expires-image=mirror.example/kubectl:1');
    expect(result.exitCode).toBe(0);
    const [role, binding, account, own, ownBinding, job = ''] = kinds(result);
    const name = job.replace('Job ', '');
    expect([role, binding, account, own, ownBinding]).toEqual([
      'Role kubectl-debug-debug',
      'RoleBinding kubectl-debug-debug-group.oncall.expires',
      `ServiceAccount ${name}`,
      `Role ${name}`,
      `RoleBinding ${name}`,
    ]);
    expect(result.stdout).toContain('  ttlSecondsAfterFinished: 5400\n');
    expect(result.stdout.match(/image: mirror\.example\/kubectl:1\n/g)).toHaveLength(3);
    expect(result.stdout.match(/^subjects:/gm)).toHaveLength(1);
    expect(result.stderr).toBe(
      `nothing is granted until the Job has run: kubectl wait --for=condition=complete job/${name} -n default; the cluster takes the rights back 5400 s after that; to take them back at once: kubectl delete job/${name} -n default\n`,
    );
  });

  it('are granted for a time to the caller, if the server says who that is', async () => {
    knownAs = undefined;
    const nobody = await print('--expires=1h');
    expect({ exitCode: nobody.exitCode, stdout: nobody.stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(nobody.stderr).toMatch(/ \[unsupported\]\nhint: name a group: add --group=NAME\n$/);
    knownAs = 'jane';
    const { stdout } = await print('--expires=1h');
    knownAs = undefined;
    expect(stdout).toContain('name: kubectl-debug-debug-jane.expires\n');
    expect(stdout).toContain('"kind":"User"');
  });

  it.each([
    { argv: ['--group=oncall'], says: '--group is about the Roles that are printed' },
    { argv: ['--expires=1h'], says: '--expires is about the Roles that are printed' },
    { argv: ['-o', 'yaml', '--group='], says: '--group="" is not the name of a group' },
    { argv: ['-o', 'yaml', '--group=a\nb'], says: String.raw`--group="a\nb" is not the name of a group` },
    { argv: ['-o', 'yaml', '--expires=0'], says: '--expires must be a number of whole seconds, from 1 to' },
    { argv: ['-o', 'yaml', '--expires=-1h'], says: '--expires must be a number of whole seconds, from 1 to' },
    {
      argv: ['-o', 'yaml', '--expires=1.5s'],
      says: '--expires must be a number of whole seconds, from 1 to',
    },
    {
      argv: ['-o', 'yaml', '--expires=600000h'],
      says: '--expires must be a number of whole seconds, from 1 to',
    },
    { argv: ['-o', 'yaml', '--expires=tomorrow'], says: 'invalid argument "tomorrow" for "--expires" flag' },
    { argv: ['-o', 'yaml', '--expires-image=a'], says: '--expires-image is about an end, and there is none' },
    {
      argv: ['-o', 'yaml', '--expires=1h', '--for=nodes'],
      says: '--expires cannot take back rights to nodes',
    },
    { argv: ['--reason=INC-7'], says: '--reason is about a debug container, and no pod is named' },
  ])('are refused for $argv', async ({ argv, says }) => {
    const { exitCode, stdout, stderr } = await runAs('admin', ...argv);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr.startsWith(`error: ${says}`)).toBe(true);
    expect(stderr).toMatch(/^error: .* \[usage\]\nhint: .*\n$/);
  });
});

it('names the policy that refuses every profile, and the next flag', async () => {
  const said = 'a debug container needs a ticket such as INC-7';
  const policed = await runPlayground(({ method, path }) =>
    method === 'PATCH' && path.endsWith('/ephemeralcontainers')
      ? {
          status: 403,
          body: {
            kind: 'Status',
            code: 403,
            reason: 'Forbidden',
            message: `pods "web" is forbidden: ValidatingAdmissionPolicy 'ticket' with binding 'shop' denied request: ${said}`,
            details: { kind: 'pods', name: 'web' },
          },
        }
      : undefined,
  );
  try {
    const { exitCode, stdout } = await finish(policed.start(['check', await policed.makePod()]));
    expect(stdout).toMatch(
      /^missing +profiles +none passes: .*ValidatingAdmissionPolicy 'ticket' \(binding 'shop'\) refuses it: a debug container needs a ticket such as INC-7; give the reason, .*: add --reason=TICKET$/m,
    );
    expect(exitCode).toBe(1);
  } finally {
    await policed.close();
  }
});
