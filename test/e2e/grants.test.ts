import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { deploy, type Deployed } from './deployed.ts';
import { DEBUG_IMAGE, KUBECTL_IMAGE, RUNTIME } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { kubectl, runKubectl } from './kubectl.ts';
import { runProgram, type ProgramResult } from './program.ts';
import { untilRightsAreKnown } from './rights.ts';

let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('grants');
  await namespace.create([aPod('app')]);
});
afterAll(() => namespace.remove());

/** Somebody who has only the rights of one group. */
const as = (group: string): readonly string[] => ['--as=jane', `--as-group=${group}`];
const IMAGE = [`--image=${DEBUG_IMAGE}`, '--image-pull-policy=IfNotPresent'];
const run = (group: string, command: string, ...args: readonly string[]): Promise<ProgramResult> =>
  runProgram([command, '-n', namespace.name, ...as(group), ...args]);
const debug = (group: string, command = 'echo in'): Promise<ProgramResult> =>
  runProgram(['app', '-n', namespace.name, '-q', ...as(group), ...IMAGE, '--', 'sh', '-c', command]);

describe('the roles of deploy/rbac', () => {
  const roles: Deployed[] = [];
  const FILES = {
    debugger: 'debugger',
    auditor: 'auditor',
    collector: 'collector',
    copies: 'copies',
  } as const;
  beforeAll(async () => {
    for (const [group, file] of Object.entries(FILES)) {
      roles.push(await deploy(`rbac/${file}.yaml`, namespace.name));
      const role = `--clusterrole=kubectl-debug-${file}-${namespace.name}`;
      await kubectl(['create', 'rolebinding', group, role, `--group=${group}`, '-n', namespace.name]);
    }
    await untilRightsAreKnown(namespace.name);
  });
  afterAll(async () => {
    for (const role of roles) await role.remove();
  });
  const FORBIDDEN = /\[forbidden\]/;
  const copy = ['--copy-to=copied', '--rm', '-q', ...IMAGE, '--container=dbg'];

  it.each([
    { group: 'debugger', does: 'debugs a pod', call: () => debug('debugger') },
    { group: 'debugger', does: 'takes a file', call: () => run('debugger', 'cp', 'app:/etc/hostname', '-') },
    { group: 'auditor', does: 'audits', call: () => run('auditor', 'audit', 'app', ...IMAGE, '--', 'true') },
    { group: 'auditor', does: 'lists pods', call: () => run('auditor', 'pods') },
    {
      group: 'collector',
      does: 'takes a file',
      call: () => run('collector', 'cp', 'app:/etc/hostname', '-'),
    },
  ])('let a $group in: $does', async ({ call }) => {
    const { exitCode, stderr } = await call();
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.any(String) as string });
  });

  it('let a copier copy a pod and remove the copy', async () => {
    const args = ['app', '-n', namespace.name, ...as('copies'), ...copy, '--', 'echo', 'copied'];
    const { exitCode, stdout, stderr } = await runProgram(args);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: 'copied\n',
      stderr: expect.any(String) as string,
    });
  });

  it.each([
    { group: 'nobody', does: 'debug a pod', call: () => debug('nobody') },
    {
      group: 'auditor',
      does: 'run a command in a container by exec',
      call: () => run('auditor', 'cp', 'app:/etc/hostname', '-'),
    },
    {
      group: 'debugger',
      does: 'copy a pod',
      call: () => runProgram(['app', '-n', namespace.name, ...as('debugger'), ...copy, '--', 'true']),
    },
    {
      group: 'copies',
      does: 'debug the pod itself',
      call: () => debug('copies'),
    },
  ])('do not let a $group $does', async ({ call }) => {
    const { exitCode, stderr } = await call();
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(FORBIDDEN);
  });

  it('let edit and admin debug, if somebody wants that', async () => {
    const name = namespace.name;
    await kubectl(['create', 'rolebinding', 'editors', '--clusterrole=edit', '--group=editors', '-n', name]);
    expect((await debug('editors')).stderr).toMatch(FORBIDDEN);
    const aggregated = await deploy('rbac/aggregated.yaml', name);
    try {
      await eventually('edit with debug containers', async () =>
        (await debug('editors')).stdout === 'in\n' ? true : undefined,
      );
    } finally {
      await aggregated.remove();
    }
  });
});

interface Job {
  readonly kind: string;
  readonly spec: { readonly template: { readonly spec: Readonly<Record<string, readonly Step[]>> } };
}
interface Step {
  readonly env: readonly object[];
}

/** Pods of our own cluster have no network of services: there they reach the API server as the node does. */
async function reachable(object: Job): Promise<object> {
  if (object.kind !== 'Job' || RUNTIME === undefined) return object;
  const path = '-o=jsonpath={.clusters[0].cluster.server}';
  const { hostname, port } = new URL(await kubectl(['config', 'view', '--minify', path]));
  const env = [
    { name: 'KUBERNETES_SERVICE_HOST', value: hostname },
    { name: 'KUBERNETES_SERVICE_PORT', value: port },
  ];
  const withServer = (steps: readonly Step[] = []) =>
    steps.map((step) => ({ ...step, env: [...step.env, ...env] }));
  const { spec } = object.spec.template;
  const [initContainers, containers] = [withServer(spec['initContainers']), withServer(spec['containers'])];
  const reaching = { ...spec, hostNetwork: true, initContainers, containers };
  return { ...object, spec: { ...object.spec, template: { spec: reaching } } };
}

describe.skipIf(KUBECTL_IMAGE === undefined)('rights for a time (needs an image with kubectl)', () => {
  /** Applies what `check` prints, and returns the name of the Job that grants the rights. */
  async function grant(group: string, expires: string): Promise<string> {
    const flags = [`--group=${group}`, `--expires=${expires}`, `--expires-image=${KUBECTL_IMAGE ?? ''}`];
    const { stdout, exitCode } = await runProgram(['check', '-n', namespace.name, '-o', 'yaml', ...flags]);
    expect(exitCode).toBe(0);
    const objects = parseAllDocuments(stdout).map((document) => document.toJS() as Job);
    const items = await Promise.all(objects.map(reachable));
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    await kubectl(['apply', '-f', '-'], list);
    const name = /^ {2}name: (kubectl-debug-grant-\w+)$/m.exec(stdout)?.[1] ?? '';
    await kubectl(['wait', '--for=condition=complete', `job/${name}`, '-n', namespace.name, '--timeout=4m']);
    await untilRightsAreKnown(namespace.name);
    return name;
  }

  /** What is left of a grant. */
  async function leftovers(name: string, group: string): Promise<readonly string[]> {
    const kinds = 'jobs,pods,serviceaccounts,roles,rolebindings';
    const all = await kubectl(['get', kinds, '-n', namespace.name, '-o', 'name']);
    return all.split('\n').filter((object) => object.includes(name) || object.includes(`group.${group}`));
  }

  it.concurrent(
    'begin with the Job, are what was asked for, and end by themselves without a trace',
    async () => {
      expect((await debug('night')).stderr).toMatch(/\[forbidden\]/);
      const name = await grant('night', '30s');
      expect((await debug('night')).stdout).toBe('in\n');
      expect((await debug('day')).stderr).toMatch(/\[forbidden\]/);
      // The Job can no longer grant anything to anybody.
      const account = `--as=system:serviceaccount:${namespace.name}:${name}`;
      const may = await runKubectl(['auth', 'can-i', '--list', '-n', namespace.name, account]);
      expect(may.stdout).not.toMatch(/patch|delete/);
      await eventually('the end of the rights', async () =>
        (await debug('night')).stderr.includes('[forbidden]') ? true : undefined,
      );
      await eventually('no trace', async () =>
        (await leftovers(name, 'night')).length === 0 ? true : undefined,
      );
    },
  );

  it.concurrent('end at once where the Job is deleted, and can be granted again', async () => {
    const name = await grant('late', '1h');
    expect((await debug('late')).stdout).toBe('in\n');
    await kubectl(['delete', `job/${name}`, '-n', namespace.name]);
    await eventually('the end of the rights', async () =>
      (await debug('late')).stderr.includes('[forbidden]') ? true : undefined,
    );
    expect(await grant('late', '1h')).toBe(name);
    expect((await debug('late')).stdout).toBe('in\n');
  });
});
