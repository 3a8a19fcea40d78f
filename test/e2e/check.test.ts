import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { VIEWER_KUBECONFIG } from './environment.ts';
import { aPod, createNamespace, type Namespace, type PodSecurityLevel } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { runProgram } from './program.ts';

let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('check');
  await namespace.create([aPod('app')]);
});
afterAll(() => namespace.remove());

const check = (...args: readonly string[]) => ['check', `--namespace=${namespace.name}`, ...args];

describe('the level of a namespace', () => {
  it.each<{ readonly level: PodSecurityLevel; readonly profiles: string }>([
    { level: 'privileged', profiles: 'all pass: general, baseline, restricted, netadmin, sysadmin' },
    { level: 'baseline', profiles: 'baseline, restricted pass; refused: general, netadmin, sysadmin' },
  ])(
    '$level is told from its labels, and by trying the pod, which stays as it is',
    async ({ level, profiles }) => {
      await namespace.enforce(level);
      const before = await namespace.read('app');
      const { stdout, exitCode } = await runProgram(check('app'));
      expect(stdout).toContain(`the namespace enforces "${level}"`);
      expect(stdout).toContain(profiles);
      expect(stdout).toMatch(/^ok +websockets +pass \(v5/m);
      expect(exitCode).toBe(0);
      expect((await namespace.read('app')).spec).toEqual(before.spec);
    },
  );

  it('that the pod itself breaks is named as what stands in the way', async () => {
    await namespace.enforce('restricted');
    const { stdout, exitCode } = await runProgram(check('app'));
    expect(stdout).toMatch(/^missing +profiles +none passes: .*breaks Pod Security level "restricted"/m);
    expect(exitCode).toBe(1);
  });
});

describe.skipIf(VIEWER_KUBECONFIG === undefined)('somebody without rights (needs the user viewer)', () => {
  const options = { kubeconfig: VIEWER_KUBECONFIG ?? '' };

  it('gets a Role that, once it is bound, leaves nothing missing', async () => {
    const { stdout: report } = await runProgram(check(), options);
    expect(report).toContain(`--role=kubectl-debug --user=viewer -n ${namespace.name}`);
    const { stdout: role, exitCode } = await runProgram(check('-o', 'yaml'), options);
    expect(exitCode).toBe(1);
    expect(parse(role)).toMatchObject({ kind: 'Role', metadata: { namespace: namespace.name } });
    await kubectl(['create', '-f', '-'], role);
    const bind = ['create', 'rolebinding', 'kubectl-debug', '--role=kubectl-debug', '--user=viewer'];
    await kubectl([...bind, '-n', namespace.name]);
    expect(await runProgram(check('-o', 'yaml'), options)).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: 'nothing is missing\n',
    });
  });
});
