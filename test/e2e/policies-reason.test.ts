import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ContainerFields } from '../../src/pod/types.ts';
import { deploy, letOncallDebug, ONCALL, type Deployed } from './deployed.ts';
import { DEBUG_IMAGE } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, runProgram, type ProgramResult } from './program.ts';

const TICKET = 'INC-7: disk full';
const HINT = 'hint: give the reason, with the ticket that it asks for: add --reason=TICKET\n';
const NEEDED = 'a debug container needs a ticket such as INC-7';
const NEEDED_OF_NODES = 'a pod that reaches into its node needs a ticket such as INC-7';
/** No file but the one of a test counts, and no image but the one that its policy allows. */
const NO_CONFIG = { KUBECTL_DEBUG_CONFIG: 'off', KUBECTL_DEBUG_IMAGE: DEBUG_IMAGE };

let namespace: Namespace;
let deployed: readonly Deployed[];
let node: string;
let folder: string;
let config: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-policies-'));
  config = path.join(folder, 'config.yaml');
  await writeFile(config, `defaults: {image: tools}\nimages: {tools: ${DEBUG_IMAGE}}\nrequire: [reason]\n`);
  namespace = await createNamespace('because');
  const { name } = namespace;
  const files = ['debug-containers', 'ticket', 'hours', 'node-pods'];
  deployed = [
    await letOncallDebug(name),
    ...(await Promise.all(files.map((file) => deploy(`policies/${file}.yaml`, name)))),
  ];
  await setParameters('debug-containers', { images: DEBUG_IMAGE });
  await setParameters('debug-hours', { from: '0', to: '24', days: '0,1,2,3,4,5,6' });
  await kubectl(['label', 'namespace', name, 'kubectl-debug/policy=enforce']);
  await namespace.create(['app', 'preset', 'audited', 'copied', 'shot'].map((pod) => aPod(pod)));
  node = (await kubectl(['get', 'nodes', '-o', 'jsonpath={.items[0].metadata.name}'])).trim();
  const refusals = [
    ['app', NEEDED],
    [`node/${node}`, NEEDED_OF_NODES],
  ] as const;
  for (const [target, refusal] of refusals)
    await eventually(refusal, async () =>
      (await oncall([target, ...DETACHED])).stderr.includes(refusal) ? true : undefined,
    );
  await eventually('images and hours', async () =>
    (await oncall(['app', '--reason=INC-0', '--dry-run=server'])).exitCode === 0 ? true : undefined,
  );
});
afterEach(endPrograms);
afterAll(async () => {
  for (const one of deployed) await one.remove();
  await namespace.remove();
  await rm(folder, { recursive: true });
});

const setParameters = (name: string, data: Readonly<Record<string, string>>) =>
  kubectl(['patch', 'configmap', name, '-n', namespace.name, '--type=merge', '-p', JSON.stringify({ data })]);

const DETACHED = ['-d', '-q', '--image-pull-policy=IfNotPresent'] as const;

/** A call by somebody with the roles of deploy/rbac, with variables beside those of `NO_CONFIG`. */
const oncall = (
  [verb = '', ...rest]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ProgramResult> =>
  runProgram([verb, `--namespace=${namespace.name}`, ...ONCALL, ...rest], { env: { ...NO_CONFIG, ...env } });

const reasonOf = ({ env = [] }: ContainerFields): string | undefined =>
  env.find(({ name }) => name === 'KUBECTL_DEBUG_REASON')?.value;
const reasonsIn = async (pod: string): Promise<readonly (string | undefined)[]> =>
  (await namespace.ephemeralContainers(pod)).map(reasonOf);

/** The policy refuses, nothing is left in the pod, and the hint names the flag. */
function expectRefusal({ exitCode, stderr }: ProgramResult, rule: string, says: string): void {
  expect({ exitCode, stderr }).toEqual({ exitCode: 125, stderr: expect.stringContaining(says) });
  expect(stderr).toContain(`ValidatingAdmissionPolicy '${rule}-${namespace.name}' `);
  expect(stderr).toContain('[admission-denied]');
  expect(stderr).toContain(HINT);
}

describe('all policies together with --reason', () => {
  it.each([
    { label: 'no reason', flags: [] },
    { label: 'words alone', flags: ['--reason', 'disk full'] },
    { label: 'a ticket in the middle', flags: ['--reason', 'see INC-7'] },
  ])('refuse debug with $label, and the hint names the flag', async ({ flags }) => {
    const before = await reasonsIn('app');
    expectRefusal(await oncall(['app', ...DETACHED, ...flags]), 'kubectl-debug-ticket', NEEDED);
    expect(await reasonsIn('app')).toEqual(before);
  });

  it('allow debug with a ticket, which stays in the pod', async () => {
    const call = ['app', ...DETACHED, '-c', 'because', '--reason', TICKET];
    expect(await oncall(call)).toMatchObject({ exitCode: 0, stdout: 'because\n' });
    expect(await reasonsIn('app')).toContain(TICKET);
    expect((await oncall(['pods', 'app', '--debugged', '--all'])).stdout).toContain(TICKET);
  });

  it('look at the new container only: the one with a ticket does not vouch for the next', async () => {
    expect((await oncall(['app', ...DETACHED, '--reason=INC-8'])).exitCode).toBe(0);
    expectRefusal(await oncall(['app', ...DETACHED]), 'kubectl-debug-ticket', NEEDED);
  });

  it('ask for a ticket in a node pod, which its annotation keeps', async () => {
    const call = [`node/${node}`, ...DETACHED];
    expectRefusal(await oncall(call), 'kubectl-debug-node-pods', NEEDED_OF_NODES);
    const { exitCode, stdout, stderr } = await oncall([...call, '--reason', TICKET]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.any(String) });
    const { metadata } = await namespace.read(stdout.trim().split('/')[0] ?? '');
    expect(metadata.annotations?.['kubectl-debug/reason']).toBe(TICKET);
  });

  it.each([
    { label: 'audit', pod: 'audited', words: () => ['audit', 'audited', '-y', '-q', '--', 'true'] },
    {
      label: 'cp',
      pod: 'copied',
      words: () => ['cp', 'copied:/etc/hostname', path.join(folder, 'hostname')],
    },
    {
      label: 'snapshot',
      pod: 'shot',
      words: () => ['snapshot', 'shot', '-o', path.join(folder, 'shot.tgz'), '--overwrite'],
    },
  ])('reach the debug container of $label too', async ({ label, pod, words }) => {
    const [verb = label, ...rest] = words();
    const without = await oncall([verb, ...rest]);
    const said = without.stderr + without.stdout;
    expect(said).toContain(NEEDED);
    expect(said).toContain('add --reason=TICKET');
    expect(await reasonsIn(pod)).toEqual([]);
    const { exitCode, stderr } = await oncall([verb, `--reason=${TICKET}`, ...rest]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.any(String) });
    expect(await reasonsIn(pod)).toEqual([TICKET]);
  });
});

describe('a config that requires the reason, beside the policies', () => {
  const configured = (...args: readonly string[]) =>
    oncall(args, { KUBECTL_DEBUG_CONFIG: config, KUBECTL_DEBUG_IMAGE: '' });

  it.each([{ flags: [] }, { flags: ['--reason='] }])(
    'stops a call with $flags before a policy is asked',
    async ({ flags }) => {
      const { exitCode, stderr } = await configured('preset', ...DETACHED, ...flags);
      expect({ exitCode, stderr }).toEqual({
        exitCode: 125,
        stderr: expect.stringContaining(`--reason is missing: ${config} requires it (require[0]) [config]\n`),
      });
      expect(stderr).toContain('hint: add --reason=');
      expect(stderr).not.toContain('ValidatingAdmissionPolicy');
    },
  );

  it('leaves it to the policy whether a reason is good enough', async () => {
    const call = await configured('preset', ...DETACHED, '--reason', 'disk full');
    expectRefusal(call, 'kubectl-debug-ticket', NEEDED);
    expect(await reasonsIn('preset')).toEqual([]);
  });

  it.each([
    { label: 'the flag', flags: ['--reason', TICKET], env: {} },
    { label: 'the variable', flags: [], env: { KUBECTL_DEBUG_REASON: TICKET } },
  ])('and the policies are content with a ticket in $label', async ({ flags, env }) => {
    const before = await reasonsIn('preset');
    const variables = { KUBECTL_DEBUG_CONFIG: config, KUBECTL_DEBUG_IMAGE: '', ...env };
    const { exitCode, stderr } = await oncall(['preset', ...DETACHED, ...flags], variables);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.any(String) });
    expect(await reasonsIn('preset')).toEqual([...before, TICKET]);
    expect((await namespace.ephemeralContainers('preset')).at(-1)?.image).toBe(DEBUG_IMAGE);
  });
});
