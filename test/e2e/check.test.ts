import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_IMAGE, KUBECONFIG, KUBECTL, VIEWER_KUBECONFIG } from './environment.ts';
import { aPod, createNamespace, type Namespace, type PodSecurityLevel } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { runProgram } from './program.ts';
import { untilRightsAreKnown } from './rights.ts';

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
      const { stdout: capture } = await runProgram(check('app', '--for=capture'));
      expect(capture).toMatch(level === 'privileged' ? /^ok +capture /m : /^info +capture .*"baseline"/m);
      expect(exitCode).toBe(0);
      expect((await namespace.read('app')).spec).toEqual(before.spec);
    },
  );

  it('that the pod itself violates is named as what stands in the way', async () => {
    await namespace.enforce('restricted');
    const { stdout, exitCode } = await runProgram(check('app'));
    expect(stdout).toMatch(/^missing +profiles +none passes: .*violates Pod Security level "restricted"/m);
    expect(exitCode).toBe(1);
    expect((await runProgram(check('--for=capture'))).stdout).toMatch(/^missing +capture /m);
  });
});

describe.skipIf(VIEWER_KUBECONFIG === undefined)('somebody without rights (needs the user viewer)', () => {
  const options = { kubeconfig: VIEWER_KUBECONFIG ?? '' };

  it('gets Roles that, once they are applied, leave nothing missing', async () => {
    const { stdout: yaml, exitCode } = await runProgram(check('-o', 'yaml'), options);
    expect(exitCode).toBe(1);
    expect((await runProgram(check(), options)).stdout).toContain(yaml);
    await kubectl(['apply', '-f', '-'], yaml);
    await untilRightsAreKnown(namespace.name);
    expect(await runProgram(check('-o', 'yaml'), options)).toEqual(
      expect.objectContaining({ exitCode: 0, stdout: yaml, stderr: 'nothing is missing\n' }),
    );
  });

  it('gets one that takes nothing from those who have theirs, applied twice and for a second user', async () => {
    const { stdout: first } = await runProgram(check('-o', 'yaml', '--for=debug,exec'), options);
    const { stdout: second } = await runProgram(check('-o', 'yaml', '--as=Somebody@else.example'));
    for (const yaml of [first, first, second]) await kubectl(['apply', '-f', '-'], yaml);
    await untilRightsAreKnown(namespace.name);
    for (const args of [['--as=Somebody@else.example'], ['--as=viewer', '--for=debug,exec']])
      expect((await runProgram(check('-o', 'yaml', ...args))).exitCode).toBe(0);
  });
});

describe('the Role of --for=forward', () => {
  const jane = '--as=jane@else.example';

  /** Forwards a port with the real kubectl, and asks the app through it. Rejects with what kubectl says if it ends. */
  async function askThroughKubectl(): Promise<string> {
    const args = ['port-forward', '-n', namespace.name, 'pod/app', ':8080', jane];
    const child = spawn(KUBECTL, args, { env: { ...process.env, KUBECONFIG } });
    try {
      const port = await new Promise<string>((resolve, reject) => {
        let said = '';
        child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
        child.stdout.on('data', (chunk: Buffer) => {
          const [, found] = /^Forwarding from 127\.0\.0\.1:(\d+)/.exec(chunk.toString()) ?? [];
          if (found !== undefined) resolve(found);
        });
        child.once('close', () => reject(new Error(said)));
      });
      return await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
    } finally {
      child.kill();
    }
  }

  it.skipIf(APP_IMAGE === undefined)(
    'lets kubectl port-forward in, which is refused without it',
    async () => {
      await expect(askThroughKubectl()).rejects.toThrow(/forbidden/i);
      const role = await runProgram(check('-o', 'yaml', '--for=forward', jane));
      expect(role.exitCode).toBe(1);
      await kubectl(['apply', '-f', '-'], role.stdout);
      await untilRightsAreKnown(namespace.name);
      expect(await askThroughKubectl()).toBe('ok\n');
      expect((await runProgram(check('-o', 'yaml', '--for=forward', jane))).exitCode).toBe(0);
      expect((await runProgram(check('-o', 'yaml', '--for=capture', jane))).exitCode).toBe(1);
    },
  );
});
