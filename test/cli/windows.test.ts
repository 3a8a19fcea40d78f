import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { PodSpec } from '../../src/pod/types.ts';
import { aPod } from '../builders/a-pod.ts';
import { aFolder } from '../builders/a-folder.ts';
import { finish, type CommandOptions, type CommandResult } from '../drivers/run-command.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';

const NODE = {
  metadata: {
    name: 'pane',
    labels: { 'kubernetes.io/os': 'windows', 'node.kubernetes.io/windows-build': '10.0.26100' },
  },
};
const NANOSERVER = 'mcr.microsoft.com/windows/nanoserver';
const DRY = ['--dry-run=client', '-o', 'yaml'];

let cluster: RunPlayground;
beforeAll(async () => {
  cluster = await runPlayground(({ path }) =>
    path.endsWith('/nodes/pane') ? { status: 200, body: NODE } : undefined,
  );
  makePod('named', { os: { name: 'windows' } });
  makePod('selected', { nodeSelector: { 'kubernetes.io/os': 'windows' } });
  makePod('hinted', { tolerations: [{ key: 'os', value: 'windows' }] });
  makePod('linux', {});
});
afterAll(() => cluster.close());

/** A pod on the Windows node. */
function makePod(name: string, fields: Partial<PodSpec>): void {
  const { spec, status = {} } = aPod({ name, spec: { nodeName: 'pane', ...fields } });
  cluster.playground.createPod({ name, spec, behaviour: { kind: 'scripted', status } });
}
const run = (argv: readonly string[], options?: Partial<CommandOptions>): Promise<CommandResult> =>
  finish(cluster.start(argv, options));
const changes = (): number =>
  cluster.playground.requests.filter(
    ({ method, path }) => method !== 'GET' && !path.includes('selfsubject') && !path.includes('dryRun'),
  ).length;
const asked = async (call: () => Promise<unknown>): Promise<readonly string[]> => {
  const before = cluster.playground.requests.length;
  await call();
  return cluster.playground.requests.slice(before).map(({ path }) => path);
};

describe('a debug container in a Windows pod', () => {
  it.each(['named', 'selected', 'hinted'])(
    'of the kind "%s" has an image for the build of its node, no target, and no rights',
    async (pod) => {
      const { stdout, stderr, exitCode } = await run([pod, ...DRY]);
      expect(exitCode).toBe(0);
      const [container] = (parse(stdout) as { spec: PodSpec }).spec.ephemeralContainers ?? [];
      expect(container).toEqual({
        name: expect.any(String) as string,
        image: `${NANOSERVER}:ltsc2025`,
        terminationMessagePolicy: 'File',
      });
      expect(stderr).toContain(`using image ${NANOSERVER}:ltsc2025, --profile=baseline; with kubectl: `);
      expect(stderr).toMatch(/kubectl debug \w+ .*--profile=baseline/);
    },
  );

  it('keeps an image that was given, or set as the default', async () => {
    for (const [argv, env] of [
      [['--image=own/tools'], {}],
      [[], { KUBECTL_DEBUG_IMAGE: 'own/tools' }],
    ] as const) {
      const { stdout } = await run(['named', ...argv, ...DRY], { env });
      expect(stdout).toContain('image: own/tools');
    }
  });

  it('costs a Linux pod no request, and a Windows pod one', async () => {
    const nodes = (paths: readonly string[]): number =>
      paths.filter((path) => path.includes('/nodes/')).length;
    expect(nodes(await asked(() => run(['linux', ...DRY])))).toBe(0);
    expect(nodes(await asked(() => run(['named', ...DRY])))).toBe(1);
  });

  it.each([
    { argv: ['--target=app'], says: 'never sees the processes of another container [invalid]' },
    { argv: ['--rootfs'], says: 'never sees the files of another container [invalid]' },
    { argv: ['--via=exec', '--', 'cmd'], says: 'they need sh [invalid]' },
    { argv: ['--run-timeout=5s', '--', 'cmd'], says: 'the limit needs sh [invalid]' },
    { argv: ['--cap-add=NET_ADMIN'], says: 'takes no securityContext.capabilities [invalid]' },
    { argv: ['--run-as-user=1000'], says: 'takes no securityContext.runAsUser [invalid]' },
    { argv: ['--profile=sysadmin'], says: 'takes no securityContext.privileged [invalid]' },
    { argv: ['--profile=restricted'], says: 'takes no securityContext.capabilities [invalid]' },
    {
      argv: ['--copy-to=copy', '--share-processes'],
      says: 'containers cannot share their processes [invalid]',
    },
    {
      argv: ['--copy-to=copy', '--profile=netadmin'],
      says: 'takes no securityContext.capabilities [invalid]',
    },
  ])('refuses $argv before anything is created', async ({ argv, says }) => {
    for (const pod of ['named', 'hinted']) {
      const before = changes();
      const { stderr, exitCode } = await run([pod, ...argv]);
      expect({ exitCode, changes: changes() }).toEqual({ exitCode: 125, changes: before });
      expect(stderr).toContain(says);
      expect(stderr).toMatch(/^hint: /m);
    }
  });

  it('is a copy that shares no processes, if asked for', async () => {
    const { stdout } = await run(['named', '--copy-to=copy', '--share-processes=false', ...DRY]);
    const { spec } = parse(stdout) as { spec: PodSpec };
    expect(spec).not.toHaveProperty('shareProcessNamespace');
    expect(spec.containers.at(-1)).not.toHaveProperty('securityContext');
  });
});

describe('other commands and a Windows pod', () => {
  it.each(['named', 'hinted'])('cp refuses pod "%s", and adds nothing', async (pod) => {
    const before = changes();
    const { stderr, exitCode } = await run(['cp', `${pod}:/etc/hosts`, (await aFolder()).path]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/it runs Windows, .* cp .* they need sh \[invalid\]\nhint: .*kubectl cp$/m);
    expect(changes()).toBe(before);
  });

  it('snapshot has all but the inside of the pod', async () => {
    const before = changes();
    const { stderr } = await run(['snapshot', 'hinted', '-o', `${(await aFolder()).path}/s.tar.gz`]);
    expect(stderr).toMatch(/no debug container: .*it runs Windows/);
    expect(changes()).toBe(before);
  });

  it('check names the image, no target, and the one profile', async () => {
    const { stdout, exitCode } = await run(['check', 'hinted']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^info +image +\S+nanoserver:ltsc2025$/m);
    expect(stdout).toMatch(/^info +target +none: the containers of a Windows pod/m);
    expect(stdout).toMatch(
      /^ok +profiles +baseline passes; refused: general, restricted, netadmin, sysadmin /m,
    );
  });

  it('audit leaves it out with the default image', async () => {
    const { stdout } = await run(['audit', 'selected', '--yes', '--', 'true']);
    expect(stdout).toMatch(/1 pod skipped \(image-platform\): default\/selected/);
  });
});

describe('a Windows node', () => {
  it('gets a HostProcess container with a shell of the node', async () => {
    const { stdout, stderr } = await run(['node/pane', ...DRY]);
    expect(parse(stdout)).toMatchObject({
      spec: {
        nodeName: 'pane',
        os: { name: 'windows' },
        hostNetwork: true,
        restartPolicy: 'Never',
        securityContext: {
          windowsOptions: { hostProcess: true, runAsUserName: String.raw`NT AUTHORITY\SYSTEM` },
        },
        containers: [
          { image: expect.stringContaining('windows-host-process') as string, command: ['cmd.exe'] },
        ],
      },
    });
    expect(stdout).not.toMatch(/hostPID|hostIPC|hostPath|privileged/);
    expect(stderr).toContain('a HostProcess container runs on the node itself');
    expect(stderr).not.toContain('with kubectl:');
  });

  it('gets an ordinary container with the baseline profile, and the command that was typed', async () => {
    const { stdout } = await run(['node/pane', '--profile=baseline', ...DRY, '--', 'ipconfig']);
    expect(parse(stdout)).toMatchObject({
      spec: { containers: [{ image: `${NANOSERVER}:ltsc2025`, command: ['ipconfig'] }] },
    });
    expect(stdout).not.toMatch(/hostNetwork|hostProcess|KUBECTL_DEBUG/);
  });

  it.each([
    { argv: ['--profile=netadmin'], says: 'securityContext.capabilities [invalid]' },
    { argv: ['--cap-add=SYS_ADMIN'], says: 'securityContext.capabilities [invalid]' },
    { argv: ['--target=app'], says: 'the processes of another container [invalid]' },
    { argv: ['--rootfs'], says: '[usage]' },
    { argv: ['--via=exec', '--', 'cmd'], says: 'they need sh [invalid]' },
    { argv: ['--run-timeout=5s', '--', 'cmd'], says: 'the limit needs sh [invalid]' },
  ])('refuses $argv before anything is created', async ({ argv, says }) => {
    const before = changes();
    const { stderr, exitCode } = await run(['node/pane', ...argv]);
    expect({ exitCode, changes: changes() }).toEqual({ exitCode: 125, changes: before });
    expect(stderr).toContain(says);
  });
});
