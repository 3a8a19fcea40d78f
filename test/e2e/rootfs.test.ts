import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DEBUG_IMAGE, TLS_IMAGE } from './environment.ts';
import { aPod, APP_CONTAINER, createNamespace, shellContainer, type Namespace } from './fixture.ts';
import { runProgram } from './program.ts';
import { closeTerminals, openTerminal } from './terminal.ts';

const two = shellContainer('two', 'echo hello from two > /of-two; exec sleep 86400');

let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('rootfs');
  await namespace.create([
    aPod('root'),
    aPod('shared', { shareProcessNamespace: true, containers: [APP_CONTAINER, two] }),
    aPod('user', { securityContext: { runAsUser: 1000 } }),
    aPod('file', {
      containers: [
        {
          ...shellContainer(
            'app',
            'echo of app > /of-app; head -c 5800000 /dev/urandom > /big; md5sum < /big > /sum; echo 1 > /done; exec sleep 86400',
          ),
          readinessProbe: { exec: { command: ['test', '-e', '/done'] }, periodSeconds: 1 },
        },
      ],
    }),
  ]);
});
afterEach(closeTerminals);
afterAll(() => namespace.remove());

const rootfs = (pod: string, ...rest: readonly string[]) => [
  pod,
  `--namespace=${namespace.name}`,
  `--image=${DEBUG_IMAGE}`,
  '--rootfs',
  ...rest,
];

it.each([
  { pod: 'file', flags: [], file: '/of-app', expected: 'of app\n' },
  { pod: 'user', flags: [], file: '/etc/hostname', expected: 'user\n' },
  { pod: 'shared', flags: ['--target=two'], file: '/of-two', expected: 'hello from two\n' },
])(
  'runs a command with the tools of the image on the files of pod $pod, and returns its exit code',
  async ({ pod, flags, file, expected }) => {
    const { stdout, exitCode } = await runProgram(
      rootfs(pod, ...flags, '--', 'sh', '-c', `cat ${file}; test ! -e /c; exit 7`),
    );
    expect({ stdout, exitCode }).toEqual({ stdout: expected, exitCode: 7 });
  },
);

it.skipIf(TLS_IMAGE === undefined)(
  'says what a program needs that does not start in a root without its libraries (needs our image)',
  async () => {
    const image = `--image=${TLS_IMAGE ?? ''}`;
    const { stdout, stderr, exitCode } = await runProgram(
      rootfs('root', '-q', image, '--', 'openssl', 'version'),
    );
    expect(exitCode).toBe(127);
    expect(`${stdout}${stderr}`).toMatch(/^kubectl-debug: openssl is neither in there .+ libraries .+$/m);
  },
);

it('opens a shell in the root of an image without one, and hides how from ps', async () => {
  const terminal = await openTerminal();
  await terminal.start(rootfs('root'));
  await terminal.waitFor('/ is the root of container "app"');
  await terminal.waitFor('# ');
  terminal.type('pwd; ls -d /*; id -u; ps | grep -c find_process; exit 4\r');
  expect(await terminal.exitCode()).toBe(4);
  expect(terminal.shown()).toMatch(/\n\/\r*\n/);
  expect(terminal.shown()).toContain('/app');
});

it('finds the containers of a shared PID namespace by their ids, and says what process 1 is', async () => {
  const terminal = await openTerminal();
  await terminal.start(rootfs('shared', '--target=app'));
  await terminal.waitFor("process 1 is the pod's pause process");
  const [, process] = await terminal.waitFor(/other containers: two at \/proc\/(\d+)\/root/);
  await terminal.waitFor('# ');
  terminal.type(`cat /proc/${process ?? ''}/root/of-two; ls -d /app; exit\r`);
  await terminal.waitFor('hello from two');
  await terminal.waitFor(/\n\/app/);
});

it('starts in the root where the user may not change it, and says why', async () => {
  const terminal = await openTerminal();
  await terminal.start(rootfs('user', '--run-as-user=1000'));
  await terminal.waitFor('only root may change the root');
  await terminal.waitFor('$ ');
  terminal.type('pwd; ls -d app; exit\r');
  await terminal.waitFor(/\n\/proc\/1\/root\r*\napp/);
});

it.each([
  { label: 'the pod tells', rest: ['--run-as-user=1', '--', 'ls'], added: 0 },
  { label: 'only the container can tell', rest: ['--run-as-user=1'], added: 1 },
])('is refused in one line of ours, with what helps, when $label', async ({ rest, added }) => {
  const before = (await namespace.ephemeralContainers('root')).length;
  const { stdout, stderr, exitCode } = await runProgram(rootfs('root', '-q', ...rest));
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 125 });
  expect(stderr).toMatch(
    /^error: cannot open the root of container "app" .+ \[rootfs-refused\]\nhint: .+\n$/,
  );
  // Some runtimes tell in the status as whom a container runs, so that nothing is added in vain.
  const { status } = await namespace.read('root');
  const isTold = status?.containerStatuses?.[0]?.user !== undefined;
  expect(await namespace.ephemeralContainers('root')).toHaveLength(before + (isTold ? 0 : added));
});

const WAYS = [{ via: 'auto' }, { via: 'exec' }, { via: 'log' }];

it.each(WAYS)('hands over every byte of a file, and the exit code, by --via=$via', async ({ via }) => {
  const read = (command: string) =>
    runProgram(rootfs('file', '-q', `--via=${via}`, '--target=app', '--', 'sh', '-c', command));
  const { stdout: sum } = await read('cat /sum');
  const { stdout, exitCode } = await read('base64 /big; exit 7');
  expect(exitCode).toBe(7);
  const bytes = Buffer.from(stdout, 'base64');
  expect(`${createHash('md5').update(bytes).digest('hex')}  -\n`).toBe(sum);
});

it('by exec uses the container that is kept again, passes input on, and opens a shell in the root', async () => {
  const exec = (...rest: readonly string[]) =>
    rootfs('file', '--via=exec', '--reuse', '--target=app', ...rest);
  const written = await runProgram(exec('-qi', '--', 'sh', '-c', 'cat > /typed; cat /typed'), {
    input: 'words\r\n',
  });
  expect(written).toMatchObject({ stdout: 'words\r\n', stderr: '', exitCode: 0 });
  const before = (await namespace.ephemeralContainers('file')).length;
  const terminal = await openTerminal();
  await terminal.start(exec());
  await terminal.waitFor('/ is the root of container "app"');
  await terminal.waitFor('# ');
  terminal.type('cat /of-app; exit 4\r');
  await terminal.waitFor(/\nof app/);
  expect(await terminal.exitCode()).toBe(4);
  expect(await namespace.ephemeralContainers('file')).toHaveLength(before);
});

it('by exec is refused in one line of ours where the files are closed, which the kept container survives', async () => {
  const { stdout, stderr, exitCode } = await runProgram(
    rootfs('root', '-q', '--via=exec', '--run-as-user=1'),
  );
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 125 });
  expect(stderr).toMatch(
    /^error: cannot open the root of container "app" .+ \[rootfs-refused\]\nhint: .+\n$/,
  );
});
