import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish, type RunningCommand } from '../drivers/run-command.ts';
import { someBytes } from '../samples/some-bytes.ts';

let cluster: RunPlayground;
let pod: string;
beforeAll(async () => {
  cluster = await runPlayground();
  pod = await cluster.makePod();
});
afterAll(() => cluster.close());

const exec = (name: string, ...rest: readonly string[]): readonly string[] => [
  name,
  '--image=busybox',
  '-q',
  '--via=exec',
  '--reuse',
  ...rest,
];
const shell = (script: string): readonly string[] => ['--', 'sh', '-c', script];
const keepersOf = (name: string): number => cluster.readPod(name).spec.ephemeralContainers?.length ?? 0;

describe('a command by exec', () => {
  it('has its streams apart, its own exit code, and nothing in the log', async () => {
    const own = await cluster.makePod();
    const command = cluster.start(
      exec(own, '-c', 'kept', ...shell('echo out; echo err >&2; exit 7')).filter(
        (word) => word !== '--reuse',
      ),
    );
    expect(await finish(command)).toEqual({ exitCode: 7, stdout: 'out\n', stderr: 'err\n' });
    const log = cluster.start(['attach', own, '-c', 'kept', '--via=log', '-q']);
    await expect.poll(() => cluster.playground.requests.some(({ path }) => path.endsWith('/log'))).toBe(true);
    expect(log.stdoutText()).toBe('');
    log.deliver('SIGINT');
    await log.ended;
  });

  it.each([
    { label: 'nothing', input: Buffer.alloc(0) },
    { label: 'carriage returns', input: Buffer.from('a\rb\r\nc\r\r\n\r') },
    { label: '1 MiB of any bytes', input: someBytes(1024 * 1024) },
  ])('gets $label from a pipe, and gives all of it back', async ({ input }) => {
    const command = cluster.start(exec(pod, '-i', '--', 'cat'));
    command.stdin.end(input);
    expect(await command.ended).toBe(0);
    expect(command.stdoutBytes().equals(input)).toBe(true);
  });

  it.each([
    {
      label: 'that is not in the image',
      program: '/no/such/program',
      exitCode: 127,
      kind: 'command-not-found',
    },
    { label: 'that is no program', program: '/etc/passwd', exitCode: 126, kind: 'command-not-executable' },
  ])('$label ends with $exitCode', async ({ program, exitCode, kind }) => {
    const { stderr, ...rest } = await finish(cluster.start(exec(pod, '--', program)));
    expect(rest).toEqual({ exitCode, stdout: '' });
    expect(stderr).toMatch(
      new RegExp(String.raw`^error: cannot run "${program}" .+ \[${kind}\]\nhint: .+\n$`),
    );
  });

  it('is a shell on a terminal when none is named, and nothing of how it was started is seen', async () => {
    const command = cluster.start(exec(pod, '-it'), { isTerminal: true });
    command.stdin.write('echo "hel""lo"; exit 3\n');
    expect(await command.ended).toBe(3);
    expect(command.stdoutText()).toContain('hello\r\n');
    expect(command.stdoutText()).not.toMatch(/^\d+ ok/m);
    expect(command.rawModes).toEqual([true, false]);
  });
});

describe('a keeper', () => {
  it('serves many commands with --reuse, one after the other and at once', async () => {
    const own = await cluster.makePod();
    expect(await cluster.start(exec(own, '--', 'true')).ended).toBe(0);
    const codes = [3, 4, 5].map((code) => cluster.start(exec(own, ...shell(`exit ${code}`))).ended);
    expect(await Promise.all(codes)).toEqual([3, 4, 5]);
    expect(keepersOf(own)).toBe(1);
  });

  it.each([
    { label: 'another image', flags: ['--image=alpine'] },
    { label: 'other rights', flags: ['--profile=sysadmin'] },
    { label: 'another target', flags: ['--target=app'] },
    { label: 'another variable', flags: ['--env=A=1'] },
  ])('is not used for a command that wants $label', async ({ flags }) => {
    const own = await cluster.makePod();
    await cluster.start(exec(own, '--', 'true')).ended;
    expect(await cluster.start(exec(own, ...flags, '--', 'true')).ended).toBe(0);
    expect(keepersOf(own)).toBe(2);
  });

  it('is told of when it is new, and can be started ahead', async () => {
    const own = await cluster.makePod();
    const argv = [own, '--image=busybox', '--via=exec', '-c', 'kept', '--max-life=30m'];
    expect(await cluster.start([...argv, '--attach=false']).ended).toBe(0);
    const used = await finish(cluster.start([own, '--image=busybox', '--via=exec', '--reuse', '--', 'true']));
    expect(used).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'using debug container "kept", which is kept already\n',
    });
    const added = await finish(
      cluster.start([own, '--image=busybox', '--via=exec', '-c', 'two', '--target=', '--', 'true']),
    );
    expect(added.stderr).toBe('debug container "two" is kept for 1h; --reuse runs more commands in it\n');
  });

  it('is nothing to attach to unless it is named', async () => {
    const own = await cluster.makePod();
    await cluster.start(exec(own, '--', 'true')).ended;
    await cluster.untilContainer(
      own,
      cluster.readPod(own).spec.ephemeralContainers?.[0]?.name ?? '',
      'running',
    );
    const { exitCode, stderr } = await finish(cluster.start(['attach', own]));
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(
      /no session can be opened in .+ \[container-not-running\]\nhint: .+--via=exec --reuse/,
    );
  });

  it('takes a command with it when it ends', async () => {
    const own = await cluster.makePod();
    const argv = [own, '--image=busybox', '-q', '--via=exec', '--max-life=1s'];
    const { exitCode, stderr } = await finish(cluster.start([...argv, '--', 'sleep', '20']));
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(/the debug container ended while it ran \(see --max-life\) \[exit-code-unknown\]/);
  });
});

/** Starts a command that says `go` and its process. */
async function aLongCommand(
  flags: readonly string[] = [],
  options: Parameters<RunPlayground['start']>[1] = {},
): Promise<RunningCommand> {
  const command = cluster.start(exec(pod, ...flags, ...shell('echo go $$; sleep 1000 & wait')), options);
  await command.untilStdout('go ');
  return command;
}

function isAlive(command: RunningCommand): boolean {
  const processId = Number(/go (\d+)/.exec(command.stdoutText())?.[1]);
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

describe('a command by exec does not run on in silence', () => {
  it.each([
    { signal: 'SIGINT', exitCode: 130 },
    { signal: 'SIGTERM', exitCode: 143 },
    { signal: 'SIGHUP', exitCode: 129 },
  ] as const)('after $signal, which ends it', async ({ signal, exitCode }) => {
    const command = await aLongCommand();
    expect(isAlive(command)).toBe(true);
    command.deliver(signal);
    expect(await command.ended).toBe(exitCode);
    expect(isAlive(command)).toBe(false);
  });

  it('after Ctrl-C in a node pod, whose denials it does not explain then', async () => {
    const script = 'echo "Permission denied" >&2; echo go; sleep 1000 & wait';
    const command = cluster.start(['node/playground', '--image=busybox', '--via=exec', ...shell(script)]);
    await command.untilStdout('go');
    command.deliver('SIGINT');
    expect(await command.ended).toBe(130);
    expect(command.stderrText()).toContain('was ended');
    expect(command.stderrText()).not.toContain('--profile=sysadmin');
  });

  it('after --run-timeout, which lets it say its last words', async () => {
    const script = 'trap "echo bye; exit 0" TERM; echo go; sleep 1000 & wait';
    const command = cluster.start(exec(pod, '--run-timeout=300ms', ...shell(script)));
    expect(await finish(command)).toEqual({
      exitCode: 125,
      stdout: 'go\nbye\n',
      stderr: expect.stringMatching(
        /^error: the command "sh .+" in debug container ".+" in default\/web-1 ran longer than --run-timeout \(0.3 s\) and was ended \[run-timeout\]\n$/s,
      ) as string,
    });
  });

  it('after the detach keys, which say how it is ended', async () => {
    const command = await aLongCommand(['-it'], { isTerminal: true });
    command.stdin.write('\x10\x11');
    expect(await command.ended).toBe(0);
    expect(isAlive(command)).toBe(true);
    const processId = /go (\d+)/.exec(command.stdoutText())?.[1] ?? '';
    process.kill(-Number(processId), 'SIGKILL');
  });
});
