import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DEBUG_IMAGE } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, runProgram, startProgram, type ProgramResult } from './program.ts';
import { untilRightsAreKnown } from './rights.ts';
import { closeTerminals, CTRL_C, openTerminal } from './terminal.ts';

let namespace: Namespace;
let shortLived: Promise<ProgramResult>;
beforeAll(async () => {
  namespace = await createNamespace('exec');
  await namespace.create([aPod('app'), aPod('other'), aPod('short')]);
  // Long enough for the start of the command, and beside the tests before that one.
  shortLived = runProgram(debug('short', '-q', '--via=exec', '--max-life=30s', '--', 'sleep', '600'));
});
afterEach(closeTerminals);
afterAll(async () => {
  endPrograms();
  await namespace.remove();
});

const debug = (pod: string, ...flags: readonly string[]): readonly string[] => [
  pod,
  `--namespace=${namespace.name}`,
  `--image=${DEBUG_IMAGE}`,
  ...flags,
];
const exec = (...rest: readonly string[]): Promise<ProgramResult> =>
  runProgram(debug('app', '-q', '--via=exec', '--reuse', ...rest));
const shell = (script: string): readonly string[] => ['--', 'sh', '-c', script];
/** What runs in the first keeper, by kubectl. */
async function processes(pod = 'app'): Promise<string> {
  const [keeper] = await namespace.ephemeralContainers(pod);
  return kubectl(['exec', pod, '-n', namespace.name, '-c', keeper?.name ?? '', '--', 'ps']);
}

it('has streams apart and its own exit code, writes to no log, and adds one container for many commands', async () => {
  for (const exitCode of [7, 0, 143]) {
    const result = await exec(...shell(`echo out; echo err >&2; exit ${exitCode}`));
    expect(result).toMatchObject({ exitCode, stdout: 'out\n', stderr: 'err\n' });
  }
  const containers = await namespace.ephemeralContainers('app');
  expect(containers).toHaveLength(1);
  expect(await kubectl(['logs', 'app', '-n', namespace.name, '-c', containers[0]?.name ?? ''])).toBe('');
});

it('hands 100 MiB of any bytes to a command and returns them, from the first to the last', async () => {
  const input = randomBytes(100 * 1024 * 1024);
  const { stdoutBytes, exitCode } = await runProgram(
    debug('app', '-q', '-i', '--via=exec', '--reuse', '--', 'cat'),
    { input },
  );
  const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  expect({ exitCode, length: stdoutBytes.length }).toEqual({ exitCode: 0, length: input.length });
  expect(digest(stdoutBytes)).toBe(digest(input));
});

it('loses nothing of what commands print at once', async () => {
  const printed = await Promise.all(Array.from({ length: 10 }, () => exec('--', 'seq', '1', '2000')));
  const lines = Array.from({ length: 2000 }, (_, index) => `${index + 1}\n`).join('');
  expect(printed.map(({ stdout }) => stdout === lines)).toEqual(printed.map(() => true));
});

it('ends a command by --run-timeout, with all that it started', async () => {
  const { exitCode, stdout, stderr } = await exec('--run-timeout=4s', ...shell('echo go; sleep 87654'));
  expect({ exitCode, stdout }).toEqual({ exitCode: 125, stdout: 'go\n' });
  expect(stderr).toMatch(/and was ended \[run-timeout\]/);
  expect(await processes()).not.toContain('sleep 87654');
});

it('ends a command when a signal ends us', async () => {
  const program = startProgram(debug('app', '--via=exec', '--reuse', ...shell('echo go; sleep 76543')));
  await program.waitFor('stdout', /go/);
  expect(await processes()).toContain('sleep 76543');
  program.kill('SIGTERM');
  expect((await program.ended).exitCode).toBe(143);
  expect(await processes()).not.toContain('sleep 76543');
});

it('ends the keeper by itself after --max-life, and says that the command went with it', async () => {
  const { exitCode, stderr } = await shortLived;
  expect(exitCode).toBe(125);
  expect(stderr).toMatch(/the debug container ended while it ran .+ \[exit-code-unknown\]/);
});

it('ends what a container runs by --run-timeout, and leaves its target alone', async () => {
  const script = 'echo go; sleep 65432; echo on';
  const { exitCode, stdout, stderr } = await runProgram(
    debug('app', '-q', '--target=app', '--run-timeout=4s', ...shell(script)),
  );
  expect({ exitCode, stdout }).toEqual({ exitCode: 125, stdout: 'go\n' });
  expect(stderr).toMatch(/and was ended \[run-timeout\]/);
  const { status } = await namespace.read('app');
  expect(status?.containerStatuses?.map(({ restartCount }) => restartCount)).toEqual([0]);
});

it('ends what a container runs at the second Ctrl-C', async () => {
  const terminal = await openTerminal();
  const script = 'echo go $((40 + 2)); sleep 54321';
  await terminal.start(debug('app', '--target=app', '-c', 'twice', ...shell(script)));
  await terminal.waitFor('go 42');
  terminal.type(CTRL_C);
  await terminal.waitFor('Ctrl-C again');
  terminal.type(CTRL_C);
  expect(await terminal.exitCode()).toBe(130);
  await eventually('the end of the container', async () => {
    const { status } = await namespace.read('app');
    const found = status?.ephemeralContainerStatuses?.find(({ name }) => name === 'twice');
    return found?.state?.terminated;
  });
});

it('says which right is missing without pods/exec', async () => {
  const { name } = namespace;
  await kubectl(['create', 'serviceaccount', 'debugger', '-n', name]);
  const rules = [
    { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] },
    { apiGroups: [''], resources: ['pods/ephemeralcontainers'], verbs: ['patch'] },
    { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] },
  ];
  const role = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'debugger' },
    rules,
  };
  await kubectl(['create', '-n', name, '-f', '-'], JSON.stringify(role));
  const account = `--serviceaccount=${name}:debugger`;
  await kubectl(['create', 'rolebinding', 'debugger', '--role=debugger', account, '-n', name]);
  await untilRightsAreKnown(name);
  const as = `--as=system:serviceaccount:${name}:debugger`;
  const before = await namespace.ephemeralContainers('other');
  const forbidden = await runProgram(debug('other', '-q', as, '--via=exec', '--', 'true'));
  expect(await namespace.ephemeralContainers('other')).toEqual(before);
  expect(forbidden.exitCode).toBe(125);
  expect(forbidden.stderr).toMatch(/^error: cannot run a command .*pods\/exec.* \[forbidden\]\nhint: /);
  const late = await runProgram(debug('other', '-q', as, '--run-timeout=1s', '--', 'sleep', '600'));
  expect(late.exitCode).toBe(125);
  expect(late.stderr).toMatch(
    /goes on: that needs the right to get and create pods\/exec \[run-timeout\]\nhint: /,
  );
});
