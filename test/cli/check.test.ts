import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { aRunPlayground, type RunPlayground } from '../builders/a-run-playground.ts';
import { finish, type CommandResult } from '../builders/run-command.ts';

let cluster: RunPlayground;
let pod: string;
beforeAll(async () => {
  cluster = await aRunPlayground();
  pod = await cluster.makePod();
});
afterAll(() => cluster.close());

const runAs = (user: 'admin' | 'viewer', ...argv: readonly string[]): Promise<CommandResult> =>
  finish(cluster.start(['check', ...argv], { kubeconfig: cluster.kubeconfigs[user] }));

const MISSING = [
  { apiGroups: [''], resources: ['pods/ephemeralcontainers'], verbs: ['patch'] },
  { apiGroups: [''], resources: ['pods/attach'], verbs: ['get', 'create'] },
];

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
    expect(stdout).toMatch(/^ok +profiles +all pass: general, baseline, restricted, netadmin, sysadmin$/m);
    expect(cluster.readPod(pod)).toEqual(before);
  });

  it('names what a viewer lacks, ends with the Role that gives it, and fails', async () => {
    const { exitCode, stdout } = await runAs('viewer', pod);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^get pods +yes/m);
    expect(stdout).toMatch(/^patch pods\/ephemeralcontainers +no +needed/m);
    // The playground does not tell anybody who they are.
    expect(stdout).toMatch(/bind it with: kubectl create rolebinding .* --user=USER -n default\n/);
    expect(stdout).not.toMatch(/profiles/);
    expect(parse(stdout.slice(stdout.indexOf('apiVersion:')))).toMatchObject({
      kind: 'Role',
      rules: MISSING,
    });
  });

  it('prints with -o yaml the Role and nothing else', async () => {
    const { exitCode, stdout, stderr } = await runAs('viewer', '-o', 'yaml', '-n', 'shop');
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    expect(parse(stdout)).toEqual({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'kubectl-debug', namespace: 'shop' },
      rules: MISSING,
    });
  });

  it('says with -o yaml on stderr that there is nothing to print', async () => {
    expect(await runAs('admin', '-o', 'yaml')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'nothing is missing\n',
    });
  });

  it.each([
    { label: 'two pods', argv: ['a', 'b'], exitCode: 2, kind: 'usage' },
    { label: 'a node', argv: ['node/n1'], exitCode: 2, kind: 'usage' },
    { label: 'another format', argv: ['-o', 'json'], exitCode: 2, kind: 'usage' },
    { label: 'a pod that is not there', argv: ['nobody'], exitCode: 1, kind: 'not-found' },
  ])('exits $exitCode for $label', async ({ argv, exitCode, kind }) => {
    const result = await runAs('admin', ...argv);
    expect(result).toMatchObject({ exitCode, stdout: '' });
    expect(result.stderr).toMatch(new RegExp(String.raw`^error: .+ \[${kind}\]\n`));
  });
});
