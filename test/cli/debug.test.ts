import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readEnvelope } from '../../src/pod/containers/envelope.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish, type CommandOptions, type CommandResult } from '../drivers/run-command.ts';
import { until } from '../drivers/until.ts';

let cluster: RunPlayground;
let pod: string;
beforeAll(async () => {
  cluster = await runPlayground();
  pod = await cluster.makePod();
});
afterAll(() => cluster.close());

const IMAGE = '--image=busybox';
const shell = (script: string): readonly string[] => ['--', 'sh', '-c', script];
const run = (argv: readonly string[], options?: Partial<CommandOptions>): Promise<CommandResult> =>
  finish(cluster.start(argv, options));
const debugContainers = (name: string): readonly string[] =>
  (cluster.readPod(name).spec.ephemeralContainers ?? []).map((container) => container.name);
const TICK = 'while :; do echo tick; sleep 0.02; done';

describe('a command without stdin', () => {
  it.each([
    { script: 'echo printed; exit 7', stdout: 'printed\n', exitCode: 7 },
    { script: 'exit 0', stdout: '', exitCode: 0 },
    { script: 'printf "no newline"; kill -9 $$', stdout: 'no newline', exitCode: 137 },
    { script: 'kill -15 $$', stdout: '', exitCode: 143 },
    { script: 'echo "$GREETING"; exit 125', stdout: 'hello\n', exitCode: 125 },
  ])('prints what "$script" prints and returns $exitCode', async ({ script, stdout, exitCode }) => {
    const result = await run([pod, IMAGE, '-q', '--env=GREETING=hello', ...shell(script)]);
    expect(result).toEqual({ stdout, stderr: '', exitCode });
  });

  it('prints both of its streams on stdout by --via=log, which merges them', async () => {
    const script = 'echo out; echo err >&2';
    const { stdout, stderr } = await run([pod, IMAGE, '-q', '--via=log', ...shell(script)]);
    expect(stdout.split('\n').toSorted()).toEqual(['', 'err', 'out']);
    expect(stderr).toBe('');
  });

  it('prints on stderr what it prints there, once that can be heard', async () => {
    const gate = cluster.makeGate();
    const script = `echo early; ${gate.wait}; echo err >&2; echo out; echo more >&2; printf end >&2; exit 3`;
    const command = cluster.start([await cluster.makePod(), IMAGE, '-q', '-c', 'both', ...shell(script)]);
    const isListenedTo = (): boolean =>
      cluster.playground.requests.some(
        ({ path, query }) => path.endsWith('/attach') && query.get('container') === 'both',
      );
    await command.untilStdout('early\n');
    await until(isListenedTo, command.stderrText);
    await gate.open();
    expect(await finish(command)).toEqual({ stdout: 'early\nout\n', stderr: 'err\nmore\nend', exitCode: 3 });
  });

  it('prints every line of a long output once and in order', async () => {
    const { stdout, exitCode } = await run([pod, IMAGE, ...shell('seq 1 20000; exit 2')]);
    expect(stdout).toBe(Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join(''));
    expect(exitCode).toBe(2);
  });

  it('shows output while the command runs on, also when the status lags behind', async () => {
    const lagging = await cluster.makePod({ kind: 'run', statusLagMs: 400 });
    const gate = cluster.makeGate();
    const command = cluster.start([lagging, IMAGE, ...shell(`echo early; ${gate.wait}; echo late; exit 4`)]);
    await command.untilStdout('early\n');
    await gate.open();
    expect(await finish(command)).toMatchObject({ stdout: 'early\nlate\n', exitCode: 4 });
  });

  it.each([
    { signal: 'SIGINT', exitCode: 130 },
    { signal: 'SIGTERM', exitCode: 143 },
    { signal: 'SIGHUP', exitCode: 129 },
  ] as const)('leaves it running at $signal and warns, also with -q', async ({ signal, exitCode }) => {
    const name = `ticks-${signal.toLowerCase()}`;
    const command = cluster.start([pod, IMAGE, '-q', '-c', name, ...shell(TICK)]);
    await command.untilStdout('tick\n');
    command.deliver(signal);
    expect(await finish(command)).toMatchObject({
      exitCode,
      stderr: `Warning: debug container "${name}" in default/${pod} runs on; to come back: kubectl-debug attach ${pod} -n default -c ${name}; to end it: kubectl-debug stop ${pod} -n default -c ${name}\n`,
    });
    await cluster.untilContainer(pod, name, 'running');
  });

  it.each([
    { label: 'that prints on and on', script: TICK },
    { label: 'that has printed and waits', script: 'echo once; sleep 1000' },
  ])('ends with 141 when nobody reads the output of a command $label', async ({ script }) => {
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    const result = await run([pod, IMAGE, ...shell(script)], { replace: { stdout } });
    expect(result.exitCode).toBe(141);
  });
});

describe("an image's own program", () => {
  it('runs, and its output and its exit code are returned', async () => {
    const name = await cluster.makePod();
    const { stdout, stderr, exitCode } = await run(['--image=k8s.gcr.io/autodiagnose', '-q', name]);
    expect(exitCode).toBe(1);
    const [first, ...rest] = `${stdout}${stderr}`.trim().split('\n');
    expect([first, ...rest.toSorted()]).toEqual([
      `autodiagnose: ${name}`,
      'FAILED  a disk is mounted at /data',
      'autodiagnose: 1 of 2 checks failed',
      'ok      files of DNS',
    ]);
    // kubectl's own object: the image's own program has no envelope.
    const [container] = cluster.readPod(name).spec.ephemeralContainers ?? [];
    expect(container?.command).toBeUndefined();
  });

  it('loses none of a burst right before its end', async () => {
    const name = await cluster.makePod();
    const { stdout, exitCode } = await run(['--image=autodiagnose', '--env=BURST=2000', '-q', name]);
    expect(exitCode).toBe(1);
    const lines = stdout.split('\n').filter((line) => line.startsWith('line '));
    expect(lines).toEqual(Array.from({ length: 2000 }, (_, index) => `line ${index + 1}`));
  });
});

describe('a command in an image without a shell', () => {
  const message = 'failed to create containerd task: exec: "sh": executable file not found in $PATH: unknown';
  const WITHOUT_SHELL = { waiting: { reason: 'RunContainerError', message } };
  const SAID =
    'image "busybox" has no shell, which would prove the output complete: running the command in a second debug container, without one\n';
  const envelopes = (name: string): readonly (string | undefined)[] =>
    (cluster.readPod(name).spec.ephemeralContainers ?? []).map(
      (container) => readEnvelope(container)?.envelope.kind,
    );

  it('runs in a second container without an envelope, which is said once and remembered', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-cache-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const env = { XDG_CACHE_HOME: folder };
    const name = await cluster.makePod({ kind: 'run', containers: { first: WITHOUT_SHELL } });
    const command = shell('echo ran; exit 3');
    const { stderr, ...first } = await run([name, IMAGE, '--target=', '-c', 'first', ...command], { env });
    expect(first).toEqual({ stdout: 'ran\n', exitCode: 3 });
    const second = debugContainers(name).at(-1) ?? '';
    expect(stderr).toBe(`${SAID}Defaulting debug container name to ${second}.\n`);
    expect(envelopes(name)).toEqual(['on-line', undefined]);
    const again = await run([name, IMAGE, '--target=', '-c', 'again', ...command], { env });
    expect(again).toMatchObject({ stdout: 'ran\n', exitCode: 3 });
    expect(again.stderr).toMatch(/^image "\S+" had no shell when it was last tried, .*\n$/);
    expect(envelopes(name)).toEqual(['on-line', undefined, undefined]);
    const other = await run([name, '--image=other', '--target=', '-c', 'other', ...command], { env });
    expect(other).toEqual({ stdout: 'ran\n', stderr: '', exitCode: 3 });
    expect(envelopes(name).at(-1)).toBe('on-line');
  });
});

describe('what is said beside the output', () => {
  it('is in kubectl’s words and on stderr', async () => {
    const fresh = await cluster.makePod();
    const { stdout, stderr } = await run([fresh, IMAGE, '--target=app', '--', 'true']);
    expect(stdout).toBe('');
    expect(stderr.split('\n')).toEqual([
      `Targeting container "app". If you don't see processes from this container it may be because the container runtime doesn't support this feature.`,
      `Defaulting debug container name to ${debugContainers(fresh).at(-1) ?? ''}.`,
      '',
    ]);
  });

  it('is left out with -q', async () => {
    const { stderr } = await run([await cluster.makePod(), IMAGE, '--target=app', '-q', '--', 'true']);
    expect(stderr).toBe('');
  });
});

describe.each(['--attach=false', '-d'])('%s', (flag) => {
  it('starts the container, prints its name and returns at once', async () => {
    const fresh = await cluster.makePod({ kind: 'run', containers: { '*': { pullMs: 600_000 } } });
    const result = await run([fresh, IMAGE, flag, '-q', '-c', 'detached', ...shell(TICK)]);
    expect(result).toEqual({ stdout: 'detached\n', stderr: '', exitCode: 0 });
    expect(debugContainers(fresh)).toEqual(['detached']);
  });

  it('prints a name that was made up, one a pod, as it is in the pod', async () => {
    const [first, other] = [await cluster.makePod(), await cluster.makePod()];
    const { stdout } = await run([first, other, IMAGE, flag, '-q', ...shell(TICK)]);
    expect(stdout.trim().split('\n')).toEqual([...debugContainers(first), ...debugContainers(other)]);
  });

  it('prints the name of a copy', async () => {
    const argv = [
      await cluster.makePod(),
      IMAGE,
      flag,
      '-q',
      `--copy-to=left${flag}`.replace('=false', ''),
      '-c',
      'dbg',
    ];
    expect(await run(argv)).toEqual({
      stdout: `left${flag}\n`.replace('=false', ''),
      stderr: '',
      exitCode: 0,
    });
  });
});

describe('several pods in one call', () => {
  it('runs the command in one after the other and returns the first exit code that is not 0', async () => {
    const first = await cluster.makePod();
    const other = await cluster.makePod();
    const third = await cluster.makePod();
    const script = `echo on $HOSTNAME; case $HOSTNAME in ${other}) exit 3;; ${third}) exit 4;; esac`;
    const result = await run([first, other, `pod/${third}`, IMAGE, '-q', ...shell(script)]);
    expect(result).toEqual({
      stdout: `on ${first}\non ${other}\non ${third}\n`,
      stderr: '',
      exitCode: 3,
    });
  });

  it('touches no further pod once a signal has ended the first session', async () => {
    const other = await cluster.makePod();
    const command = cluster.start([pod, other, IMAGE, '-c', 'first', ...shell(TICK)]);
    await command.untilStdout('tick\n');
    command.deliver('SIGINT');
    expect(await command.ended).toBe(130);
    expect(debugContainers(other)).toEqual([]);
  });

  it('touches no further pod once nobody reads the output', async () => {
    const other = await cluster.makePod();
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    const command = [pod, other, IMAGE, '-c', 'unread', ...shell(TICK)];
    expect((await run(command, { replace: { stdout } })).exitCode).toBe(141);
    expect(debugContainers(other)).toEqual([]);
  });
});
