import { createHash } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  BASH_IMAGE,
  DASH_IMAGE,
  DEBUG_IMAGE,
  KUBECONFIG,
  NONROOT_IMAGE,
  RUNTIME,
  SHELLLESS_IMAGE,
  VIEWER_KUBECONFIG,
} from './environment.ts';
import { runsOf } from '../drivers/soak.ts';
import { eventually } from './eventually.ts';
import { aPod, APP_CONTAINER, APP_COMMAND_LINE, createNamespace, type Namespace } from './fixture.ts';
import { openForwarder } from './forwarder.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, runProgram, startProgram, type ProgramOptions, type ProgramResult } from './program.ts';
import { untilRightsAreKnown } from './rights.ts';
import { closeTerminals, openTerminal } from './terminal.ts';

const cache = mkdtempSync(path.join(tmpdir(), 'kubectl-debug-cache-'));
const READ_ONLY = path.join(cache, 'read-only.json');

let namespace: Namespace;
beforeAll(async () => {
  writeFileSync(READ_ONLY, '{"securityContext":{"readOnlyRootFilesystem":true}}');
  namespace = await createNamespace('envelope');
  const names = ['ladder-0', 'ladder-1', 'busy', 'kinds', 'viewer', ...MANY];
  await namespace.create([
    ...names.map((name) => aPod(name)),
    aPod('shared', { shareProcessNamespace: true }),
    aPod('two', {
      containers: [APP_CONTAINER, { ...APP_CONTAINER, name: 'idle', env: [{ name: 'PORT', value: '8081' }] }],
    }),
  ]);
});
afterEach(() => {
  endPrograms();
  closeTerminals();
});
afterAll(async () => {
  rmSync(cache, { recursive: true });
  await namespace.remove();
});

const debug = (pod: string, flags: readonly string[], command: readonly string[]): readonly string[] => [
  pod,
  `--namespace=${namespace.name}`,
  ...(flags.some((flag) => flag.startsWith('--image=')) ? [] : [`--image=${DEBUG_IMAGE}`]),
  '-q',
  ...flags,
  '--',
  ...command,
];
const run = (
  pod: string,
  flags: readonly string[],
  command: readonly string[],
  options?: ProgramOptions,
): Promise<ProgramResult> => runProgram(debug(pod, flags, command), options);
const shell = (script: string): readonly string[] => ['sh', '-c', script];
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
/** What is worth to be compared, without megabytes in a message. */
const digestOf = ({ exitCode, stdoutBytes, stderr }: ProgramResult) => ({
  exitCode,
  bytes: stdoutBytes.length,
  digest: sha256(stdoutBytes),
  stderr: stderr.slice(0, 300),
});
const expected = (stdout: Buffer | string, exitCode: number) => ({
  exitCode,
  bytes: Buffer.byteLength(stdout),
  digest: sha256(stdout),
  stderr: '',
});
const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `${index + 1}\n`).join('');

/** So many processes that take all the time of a processor, until the returned function is called. */
function keepBusy(count: number): () => void {
  const spinners: readonly ChildProcess[] = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'const until = Date.now() + 300_000; while (Date.now() < until);']),
  );
  return () => spinners.forEach((spinner) => spinner.kill());
}

/** Debian's containerd loses most; elsewhere fewer runs do. */
const RUNS = runsOf(RUNTIME === 'containerd-1.6' ? 400 : 200);
/** The kubelet takes a second between two containers of the same pod. */
const MANY = Array.from({ length: 20 }, (_, index) => `many-${index}`);

/** Lines from what a busy node once lost to what a log does not keep. */
const LADDER = [1, 1000, 10_000, 50_000, 100_000, 500_000, 2_000_000];

describe('the output of a command', () => {
  it.each(LADDER)('is whole at %i lines, with its exit code', async (count) => {
    const command = shell(`seq 1 ${count}; exit 5`);
    const [plain, piped] = await Promise.all([
      run('ladder-0', [], command),
      run('ladder-1', ['-i'], command),
    ]);
    expect([plain, piped].map(digestOf)).toEqual([plain, piped].map(() => expected(lines(count), 5)));
  });

  it('is whole beside busy loops', async () => {
    const calmDown = keepBusy(3);
    try {
      for (const count of [20_000, 100_000, 500_000])
        expect(digestOf(await run('busy', [], shell(`seq 1 ${count}; exit 6`)))).toEqual(
          expected(lines(count), 6),
        );
    } finally {
      calmDown();
    }
  });

  it('keeps both streams apart, byte for byte', async () => {
    const script = 'seq 1 200000; seq 3 200000 >&2; exit 3';
    const result = await run('busy', [], shell(script));
    expect(digestOf({ ...result, stderr: '' })).toEqual(expected(lines(200_000), 3));
    expect(result.stderr === lines(200_000).slice('1\n2\n'.length)).toBe(true);
  });

  it.each([
    { label: 'CR, NUL and no last newline', script: String.raw`printf 'a\r\nb\0c\r'`, stdout: 'a\r\nb\0c\r' },
    { label: 'zeros', script: 'head -c 5000000 /dev/zero', stdout: '\0'.repeat(5_000_000) },
    { label: 'one long line', script: "head -c 300000 /dev/zero | tr '\\0' x", stdout: 'x'.repeat(300_000) },
    {
      label: 'what looks like a record',
      script: String.raw`printf '\036kubectl-debug stdout 0 0 ok\n'; echo on`,
      stdout: '\u001ekubectl-debug stdout 0 0 ok\non\n',
    },
    { label: 'nothing', script: 'true', stdout: '' },
  ])('has $label as it is', async ({ script, stdout }) => {
    expect(digestOf(await run('kinds', [], shell(script)))).toEqual(expected(stdout, 0));
  });

  it(`is right in ${RUNS} runs`, async () => {
    const failures: unknown[] = [];
    const one = async (pod: string, index: number): Promise<void> => {
      const exitCode = index % 128;
      const result = await run(pod, [], shell(`seq 1 3000; echo done >&2; exit ${exitCode}`));
      const found = {
        exitCode: result.exitCode,
        stderr: result.stderr,
        isWhole: result.stdout === lines(3000),
      };
      if (JSON.stringify(found) !== JSON.stringify({ exitCode, stderr: 'done\n', isWhole: true }))
        failures.push({ index, ...found, bytes: result.stdoutBytes.length });
    };
    let begun = 0;
    const workers = MANY.slice(0, 10).map(async () => {
      for (let index = begun++; index < RUNS; index = begun++)
        await one(MANY[index % MANY.length] ?? '', index);
    });
    await Promise.all(workers);
    expect(failures).toEqual([]);
  }, 600_000);
});

describe('a command', () => {
  it('arrives as it was typed', async () => {
    const words = ['$$', '$(HOME)', '$$(HOME)', ' a  b ', '', "it's", '\\n', '`id`', '*'];
    const { stdout } = await run('kinds', [], ['printf', '<%s>', ...words]);
    expect(stdout).toBe(words.map((word) => `<${word}>`).join(''));
  });

  it.each([
    { script: 'kill -TERM $$', exitCode: 143 },
    { script: 'kill -KILL $$', exitCode: 137 },
    { script: 'kill -INT $$', exitCode: 130 },
  ])('that ends itself by "$script" gives $exitCode', async ({ script, exitCode }) => {
    expect((await run('kinds', [], shell(script))).exitCode).toBe(exitCode);
  });

  it('has the variables that it was given', async () => {
    const names = ['secret', 'input', 'wait', 'code'];
    const flags = names.map((name) => `--env=${name}=mine`);
    const { stdout } = await run('kinds', flags, ['env']);
    expect(
      stdout.split('\n').filter((line) => names.some((name) => line.startsWith(`${name}=`))),
    ).toHaveLength(4);
    expect(stdout.match(/=mine$/gm)).toHaveLength(4);
  });

  it('sees nothing of what waited for its start', async () => {
    const { stdout } = await run('kinds', [], ['ps', '-o', 'pid,args']);
    const others = stdout
      .split('\n')
      .filter((line) => /sleep|<defunct>|\[/.test(line) && !line.includes('kubectl-debug'));
    expect(others).toEqual([]);
  });

  it.each([
    { label: 'bash', image: BASH_IMAGE },
    { label: 'dash', image: DASH_IMAGE },
    { label: 'busybox', image: DEBUG_IMAGE },
    { label: 'a user who is not root', image: NONROOT_IMAGE },
  ])('is whole in an image with $label', async ({ image }) => {
    if (image === undefined) return;
    const script = 'read line; echo "$line"; echo err >&2; seq 1 20000; exit 9';
    const result = await run('kinds', ['-i', `--image=${image}`], shell(script), { input: 'typed\nrest\n' });
    expect({ ...result, stdout: sha256(result.stdout), stdoutBytes: 0 }).toEqual({
      exitCode: 9,
      stdout: sha256(`typed\n${lines(20_000)}`),
      stdoutBytes: 0,
      stderr: 'err\n',
    });
  });

  it.each([
    { label: 'a read-only root', pod: 'kinds', flags: [`--custom=${READ_ONLY}`] },
    { label: 'the processes of a target', pod: 'kinds', flags: ['--target=app'] },
    { label: 'processes that the pod shares', pod: 'shared', flags: [] },
    {
      label: 'the restricted profile',
      pod: 'kinds',
      flags: ['--profile=restricted', '--run-as-user=1000'],
    },
  ])('is whole with $label', async ({ pod, flags }) => {
    const result = await run(pod, flags, shell('seq 1 20000; echo err >&2; exit 4'));
    expect(digestOf(result)).toEqual({ ...expected(lines(20_000), 4), stderr: 'err\n' });
  });

  it('is whole in a copy, and on a node', async () => {
    const command = shell('seq 1 20000; echo err >&2; exit 4');
    const node = (await namespace.read('two')).spec.nodeName ?? '';
    const copy = await run('two', ['--copy-to=copy', '-c', 'dbg', '--rm'], command);
    const changed = await run('two', ['--copy-to=changed', '-c', 'idle', '--rm'], command);
    const onNode = await run(`node/${node}`, ['--rm'], command);
    // The server does not like the names of these nodes.
    const stderr = onNode.stderr.replace(/^Warning: metadata\.name: .*\n/, '');
    const wanted = { ...expected(lines(20_000), 4), stderr: 'err\n' };
    expect([copy, changed, { ...onNode, stderr }].map(digestOf)).toEqual([wanted, wanted, wanted]);
  });

  it('ends by itself where nobody comes to start it', async () => {
    const args = debug('two', ['-c', 'left', '--timeout=4s'], ['echo', 'ran']);
    const program = startProgram(args);
    await eventually('the container', async () =>
      (await namespace.ephemeralContainers('two')).find(({ name }) => name === 'left'),
    );
    program.kill('SIGKILL');
    const state = await eventually('its end', async () => {
      const { status } = await namespace.read('two');
      return status?.ephemeralContainerStatuses?.find(({ name }) => name === 'left')?.state?.terminated;
    });
    const log = await kubectl(['logs', 'two', '-n', namespace.name, '-c', 'left']);
    // Who was quicker than the signal has started it.
    expect(log === '' ? state.exitCode : 0).toBe(log === '' ? 125 : state.exitCode);
  });

  it('is the container of kubectl debug with --envelope=false', async () => {
    const result = await run('two', ['-c', 'plain', '--envelope=false'], shell('echo out; exit 3'));
    expect(result).toMatchObject({ exitCode: 3, stdout: 'out\n', stderr: '' });
    const containers = await namespace.ephemeralContainers('two');
    const plain = containers.find(({ name }) => name === 'plain');
    expect(plain?.command).toEqual(shell('echo out; exit 3'));
    expect(plain?.stdin).toBeUndefined();
  });

  it('says where the output of one without an envelope may be incomplete', async () => {
    // If the status lags, the session reads the log again and says what is missing: another sentence.
    const { stderr } = await eventually('a run whose status does not lag', async () => {
      const result = await run('two', ['--envelope=false'], ['seq', '1', '20000']);
      return result.stderr.includes('before the command ended') ? undefined : result;
    });
    expect(stderr).toMatch(/output .* may be incomplete: \d+ KiB of it came right before its end/);
    const short = await run('two', ['--envelope=false'], ['seq', '1', '20']);
    expect(short.stderr).toBe('');
  });
});

describe.skipIf(SHELLLESS_IMAGE === undefined)('an image without a shell', () => {
  const env = () => ({ XDG_CACHE_HOME: cache });
  const speak = ['/speak', 'out', 'hello', 'exit', '3'];

  it('runs the command in a second container, says so once, and is remembered', async () => {
    const pod = 'ladder-0';
    const image = `--image=${SHELLLESS_IMAGE ?? ''}`;
    const before = (await namespace.ephemeralContainers(pod)).length;
    const args = [pod, '-n', namespace.name, image, '--', ...speak];
    const first = await runProgram(args, { env: env() });
    expect(first).toMatchObject({ exitCode: 3, stdout: 'hello\n' });
    expect(first.stderr.match(/has no shell/g)).toHaveLength(1);
    expect(await namespace.ephemeralContainers(pod)).toHaveLength(before + 2);
    const second = await runProgram(args, { env: env() });
    expect(second).toMatchObject({ exitCode: 3, stdout: 'hello\n' });
    expect(second.stderr).not.toContain('has no shell');
    expect(await namespace.ephemeralContainers(pod)).toHaveLength(before + 3);
  });

  it('hands input to its command and back', async () => {
    // Little enough that no runtime drops any of it at the end.
    const input = Buffer.from(lines(500));
    const flags = ['-i', `--image=${SHELLLESS_IMAGE ?? ''}`];
    const result = await run('ladder-1', flags, ['/speak', 'cat'], { input, env: env() });
    expect({ exitCode: result.exitCode, isSame: result.stdoutBytes.equals(input) }).toEqual({
      exitCode: 0,
      isSame: true,
    });
  });
});

describe.skipIf(VIEWER_KUBECONFIG === undefined)('a user', () => {
  const role = (verbs: Readonly<Record<string, string>>) =>
    Object.entries(verbs).map(([resources, names]) => ({
      apiGroups: [''],
      resources: resources.split(' '),
      verbs: names.split(' '),
    }));
  const grant = async (rules: ReturnType<typeof role>): Promise<void> => {
    const items = [
      { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'some' }, rules },
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'RoleBinding',
        metadata: { name: 'some' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'some' },
        subjects: [{ kind: 'User', name: 'viewer' }],
      },
    ];
    await kubectl(
      ['apply', '-n', namespace.name, '-f', '-'],
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
    );
    await untilRightsAreKnown(namespace.name);
  };
  const ADDS = { pods: 'get list watch', 'pods/ephemeralcontainers': 'patch', events: 'list watch' };
  const asViewer = () => ({ kubeconfig: VIEWER_KUBECONFIG ?? '', env: { XDG_CACHE_HOME: cache } });
  const command = shell('seq 1 20000; exit 8');

  it('who may not read logs has whole output', async () => {
    await grant(role({ ...ADDS, 'pods/attach': 'get create' }));
    expect(digestOf(await run('viewer', [], command, asViewer()))).toEqual(expected(lines(20_000), 8));
  });

  it('who may not attach has it from the log, and gets one container a call', async () => {
    await grant(role({ ...ADDS, 'pods/log': 'get' }));
    const count = async (): Promise<number> =>
      (await namespace.read('viewer')).spec.ephemeralContainers?.length ?? 0;
    const before = await count();
    const args = debug('viewer', [], command).filter((word) => word !== '-q');
    const result = await runProgram(args, asViewer());
    expect(digestOf({ ...result, stderr: '' })).toEqual(expected(lines(20_000), 8));
    expect(result.stderr.match(/may not attach/g)).toHaveLength(1);
    expect(await count()).toBe(before + 1);
  });

  it('who may do neither gets none', async () => {
    await grant(role(ADDS));
    const before = (await namespace.read('viewer')).spec.ephemeralContainers?.length;
    const { exitCode, stderr } = await runProgram(debug('viewer', [], command), asViewer());
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(
      /you may not get and create pods\/attach; nothing was added \[forbidden\]\nhint: /,
    );
    expect((await namespace.read('viewer')).spec.ephemeralContainers?.length).toBe(before);
  });
});

it('gives the exit code of a shell that we chose as soon as it ends', async () => {
  const terminal = await openTerminal();
  const forwarder = await openForwarder();
  await terminal.start(['two', '-n', namespace.name, '-c', 'chosen', '--target=', ...forwarder.flags]);
  await terminal.waitFor('# ');
  terminal.type('seq 1 20000\r');
  await terminal.waitFor('\n20000');
  await terminal.waitFor('# ');
  // Its status cannot tell any more.
  forwarder.holdAllButBusiest();
  terminal.type('exit 7\r');
  expect(await terminal.exitCode()).toBe(7);
  expect(terminal.shown()).not.toContain('kubectl-debug stdout');
  forwarder.cut();
});

it('joins a command that was left, and gives its exit code', async () => {
  const script = 'while [ ! -e /tmp/go ]; do sleep 0.1; done; echo out; exit 6';
  const left = startProgram(debug('two', ['-c', 'joined'], shell(`echo waits; ${script}`)));
  await left.waitFor('stdout', /waits/);
  left.kill('SIGINT');
  expect((await left.ended).exitCode).toBe(130);
  const joined = startProgram(['attach', 'two', '-n', namespace.name, '-c', 'joined', '-q'], {
    kubeconfig: KUBECONFIG,
  });
  await kubectl(['exec', 'two', '-n', namespace.name, '-c', 'joined', '--', 'sleep', '1']);
  await kubectl(['exec', 'two', '-n', namespace.name, '-c', 'joined', '--', 'touch', '/tmp/go']);
  expect(await joined.ended).toMatchObject({ exitCode: 6, stdout: 'out\n', stderr: '' });
});

it('runs among the processes of its target', async () => {
  const { stdout } = await run('kinds', ['--target=app'], ['cat', '/proc/1/cmdline']);
  expect(stdout.replaceAll('\0', ' ')).toContain(APP_COMMAND_LINE);
});
