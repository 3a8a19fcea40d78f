import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  it('that the pod itself violates is named as what stands in the way', async () => {
    await namespace.enforce('restricted');
    const { stdout, exitCode } = await runProgram(check('app'));
    expect(stdout).toMatch(/^missing +profiles +none passes: .*violates Pod Security level "restricted"/m);
    expect(exitCode).toBe(1);
  });
});

describe.skipIf(VIEWER_KUBECONFIG === undefined)('somebody without rights (needs the user viewer)', () => {
  const options = { kubeconfig: VIEWER_KUBECONFIG ?? '' };

  it('gets Roles that, once they are applied, leave nothing missing', async () => {
    const { stdout: yaml, exitCode } = await runProgram(check('-o', 'yaml'), options);
    expect(exitCode).toBe(1);
    expect((await runProgram(check(), options)).stdout).toContain(yaml);
    await kubectl(['apply', '-f', '-'], yaml);
    expect(await runProgram(check('-o', 'yaml'), options)).toEqual(
      expect.objectContaining({ exitCode: 0, stdout: yaml, stderr: 'nothing is missing\n' }),
    );
  });

  it('gets one that takes nothing from those who have theirs, applied twice and for a second user', async () => {
    const { stdout: first } = await runProgram(check('-o', 'yaml', '--for=debug,exec'), options);
    const { stdout: second } = await runProgram(check('-o', 'yaml', '--as=Somebody@else.example'));
    for (const yaml of [first, first, second]) await kubectl(['apply', '-f', '-'], yaml);
    for (const args of [['--as=Somebody@else.example'], ['--as=viewer', '--for=debug,exec']])
      expect((await runProgram(check('-o', 'yaml', ...args))).exitCode).toBe(0);
  });
});
