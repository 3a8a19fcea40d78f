import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish, type CommandOptions, type CommandResult } from '../drivers/run-command.ts';
import { until } from '../drivers/until.ts';

let cluster: RunPlayground;
beforeAll(async () => {
  cluster = await runPlayground();
});
afterAll(() => cluster.close());

const run = (argv: readonly string[], options?: Partial<CommandOptions>): Promise<CommandResult> =>
  finish(cluster.start(argv, options));

/** Starts a debug container that nobody is attached to. */
async function begin(pod: string, name: string, command: readonly string[], flags = '-i'): Promise<void> {
  const argv = ['debug', pod, '--image=busybox', flags, '-q', '--attach=false', '-c', name];
  const { exitCode, stderr } = await run([...argv, '--', ...command]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
}

async function beginAndRun(
  pod: string,
  name: string,
  command: readonly string[],
  flags?: string,
): Promise<void> {
  await begin(pod, name, command, flags);
  await cluster.untilContainer(pod, name, 'running');
}

const shell = (script: string): readonly string[] => ['sh', '-c', script];
const GREET = shell('read name; echo "hello $name"; exit 3');

describe('attach to a debug container that waits for input', () => {
  it('hands a pipe to the only one that runs, shows all of its answer and returns its exit code', async () => {
    const pod = await cluster.makePod();
    await beginAndRun(pod, 'greeter', GREET);
    const command = cluster.start(['attach', pod, '-q']);
    command.stdin.end('world\n');
    expect(await finish(command)).toEqual({ exitCode: 3, stdout: 'hello world\n', stderr: '' });
  });

  it('shows a long answer to the end, though the pipe has ended long before', async () => {
    const pod = await cluster.makePod();
    await beginAndRun(pod, 'counter', shell('read last; seq 1 $last; exit 2'));
    const command = cluster.start(['attach', `pod/${pod}`, '-n', 'default']);
    command.stdin.end('30000\n');
    const { stdout, exitCode } = await finish(command);
    expect(stdout).toBe(Array.from({ length: 30_000 }, (_, index) => `${index + 1}\n`).join(''));
    expect(exitCode).toBe(2);
  });

  it('takes the named one of several', async () => {
    const pod = await cluster.makePod();
    await beginAndRun(pod, 'first', GREET);
    await beginAndRun(pod, 'second', shell('read name; echo "second $name"'));
    const command = cluster.start(['attach', pod, '-q', '--container=second']);
    command.stdin.end('one\n');
    expect(await finish(command)).toEqual({ exitCode: 0, stdout: 'second one\n', stderr: '' });
  });
});

it('has bash draw its prompt again, which it drew before', async () => {
  const pod = await cluster.makePod();
  await beginAndRun(pod, 'shell', ['bash', '--norc'], '-it');
  const attach = () => cluster.start(['attach', pod, '-q'], { isTerminal: true });
  const prompt = process.geteuid?.() === 0 ? '# ' : '$ ';
  const first = attach();
  first.stdin.write('\n');
  await first.untilStdout(prompt);
  first.stdin.write('\u0010\u0011');
  expect(await first.ended).toBe(0);
  const again = attach();
  await again.untilStdout(prompt);
  again.stdin.write('exit 7\n');
  expect(await again.ended).toBe(7);
});

it('shows what a container without stdin prints from now on', async () => {
  const pod = await cluster.makePod();
  const [printed, gate] = [cluster.makeGate(), cluster.makeGate()];
  const script = `echo first; ${printed.pass}; ${gate.wait}; echo last; exit 8`;
  await beginAndRun(pod, 'printer', shell(script), '--stdin=false');
  await printed.opened();
  const command = cluster.start(['attach', pod, '-q']);
  await until(
    () => cluster.playground.requests.some(({ path }) => path.endsWith(`/${pod}/attach`)),
    () => 'no attach came',
  );
  await gate.open();
  expect(await finish(command)).toEqual({ exitCode: 8, stdout: 'last\n', stderr: '' });
});

it('shows by --via=log all that a container has printed, and takes no part in its session', async () => {
  const pod = await cluster.makePod();
  const [printed, gate] = [cluster.makeGate(), cluster.makeGate()];
  const script = `echo first; ${printed.pass}; ${gate.wait}; echo last; exit 8`;
  await beginAndRun(pod, 'printer', shell(script));
  await printed.opened();
  const command = cluster.start(['attach', pod, '-q', '--via=log']);
  await command.untilStdout('first\n');
  await gate.open();
  expect(await finish(command)).toEqual({ exitCode: 8, stdout: 'first\nlast\n', stderr: '' });
  const attaches = cluster.playground.requests.filter(({ path }) => path.endsWith(`/${pod}/attach`));
  expect(attaches).toEqual([]);
});

describe('attach to a session that others may have begun', () => {
  const ESCAPE = '\u001b]0;pwned\u0007';
  const WARNING =
    /^(?:\u001b\[33m)?Warning:(?:\u001b\[39m)? attaching to "evil" in default\/\S+: others may have begun .*\n/;

  it.each([
    { flags: [], isTerminal: true, said: WARNING },
    { flags: ['-q'], isTerminal: true, said: WARNING },
    { flags: ['-q', '--via=log'], isTerminal: true, said: WARNING },
    { flags: [], isTerminal: false, said: /^attaching to "evil" in .*\n$/ },
    { flags: ['-q'], isTerminal: false, said: /^$/ },
  ])('says so before its first byte: $flags, a terminal $isTerminal', async ({ flags, isTerminal, said }) => {
    const pod = await cluster.makePod();
    const gate = cluster.makeGate();
    const script = `while ! [ -e /nobody ]; do printf '${ESCAPE}\\n'; sleep 0.05; done & ${gate.wait}; kill $!; exit 5`;
    await beginAndRun(pod, 'evil', shell(script), '--stdin=false');
    const all: string[] = [];
    const command = cluster.start(['attach', pod, ...flags], { isTerminal });
    command.io.stdout.on('data', () => all.push('stdout'));
    command.io.stderr.on('data', () => all.push('stderr'));
    await command.untilStdout(ESCAPE);
    await gate.open();
    expect(await command.ended).toBe(5);
    expect(command.stderrText()).toMatch(said);
    expect(all.find((from) => from === (command.stderrText() === '' ? 'stdout' : 'stderr'))).toBe(all[0]);
  });
});

describe('attach to a shell on a terminal', () => {
  it('leaves at the detach keys with 0, and comes back as often as one likes', async () => {
    const pod = await cluster.makePod();
    await beginAndRun(pod, 'shell', ['sh'], '-it');
    for (const sum of [1, 2]) {
      const command = cluster.start(['attach', pod], { isTerminal: true });
      await until(() => command.rawModes.length > 0, command.stderrText);
      command.stdin.write(`echo $((40+${sum}))!\n`);
      await command.untilStdout(`${40 + sum}!`);
      command.stdin.write('\u0010');
      command.stdin.write('\u0011');
      expect(await command.ended).toBe(0);
      expect(command.rawModes).toEqual([true, false]);
      expect(command.stderrText()).toContain('runs on; to come back: kubectl-debug attach');
    }
    const command = cluster.start(['attach', pod, '-q', '--detach-keys=none'], { isTerminal: true });
    await until(() => command.rawModes.length > 0, command.stderrText);
    command.stdin.write('\u0010\u0011\nexit 4\n');
    expect(await command.ended).toBe(4);
    expect(command.stderrText()).toMatch(/^\S*Warning:\S* attaching to "shell" in .*\n$/);
  });

  it('asks which one of several, and passes on what is typed then', async () => {
    const pod = await cluster.makePod();
    await beginAndRun(pod, 'one', ['sh'], '-it');
    await beginAndRun(pod, 'two', shell('read x; exit 5'), '-it');
    const command = cluster.start(['attach', pod], { isTerminal: true });
    await command.untilStderr('● one (busybox)\n○ two (busybox)\n');
    command.stdin.write('tw');
    await command.untilStderr('(1 match)');
    command.stdin.write('\r');
    await until(() => command.rawModes.length > 0, command.stderrText);
    command.stdin.write('\n');
    expect(await command.ended).toBe(5);
  });
});

describe('attach to a debug container that has not started yet', () => {
  it('waits until it runs, and shows its output from the start', async () => {
    const pod = await cluster.makePod({
      kind: 'run',
      statusLagMs: 300,
      containers: { '*': { pullMs: 600 } },
    });
    await begin(pod, 'slow', shell('echo early; read name; echo "hello $name"; exit 3'));
    const command = cluster.start(['attach', pod, '-q']);
    command.stdin.end('world\n');
    expect(await finish(command)).toEqual({ exitCode: 3, stdout: 'early\nhello world\n', stderr: '' });
  });

  it('gives up when --timeout is over', async () => {
    const pod = await cluster.makePod({ kind: 'run', containers: { '*': { pullMs: 600_000 } } });
    await begin(pod, 'slow', GREET);
    const { exitCode, stderr } = await run(['attach', pod, '-q', '--timeout=500ms']);
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(/^error: .*"slow" .* \[timeout\]\nhint: .*\n$/);
  });
});

describe('attach refuses', () => {
  let pod: string;
  beforeAll(async () => {
    pod = await cluster.makePod();
    await beginAndRun(pod, 'one', GREET);
    await beginAndRun(pod, 'two', GREET);
    await begin(pod, 'ended', shell('echo said; exit 7'));
    await cluster.untilContainer(pod, 'ended', 'terminated');
  });

  it.each([
    { label: 'to guess between several', argv: () => [pod], kind: 'ambiguous' },
    { label: 'one that has ended', argv: () => [pod, '-c', 'ended'], kind: 'container-not-running' },
    { label: 'one that is not there', argv: () => [pod, '-c', 'nobody'], kind: 'container-not-found' },
    { label: 'a pod that does not exist', argv: () => ['nobody'], kind: 'not-found' },
    { label: 'no pod', argv: () => [], kind: 'usage' },
    { label: 'two pods', argv: () => [pod, pod], kind: 'usage' },
    { label: 'a command', argv: () => [pod, '--', 'ls'], kind: 'usage' },
    { label: 'a node', argv: () => ['node/n1'], kind: 'usage' },
    { label: 'an unknown flag', argv: () => [pod, '--image=busybox'], kind: 'usage' },
    { label: 'an unknown way', argv: () => [pod, '-c', 'one', '--via=pigeon'], kind: 'usage' },
    { label: 'a command by exec', argv: () => [pod, '-c', 'one', '--via=exec'], kind: 'usage' },
    { label: 'keys that are none', argv: () => [pod, '-c', 'one', '--detach-keys=f13'], kind: 'usage' },
  ])('$label, and changes nothing', async ({ argv, kind }) => {
    const before = cluster.readPod(pod);
    expect(await run(['attach', ...argv()])).toEqual({
      exitCode: 125,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(String.raw`^error: .+ \[${kind}\]\n(hint: .+\n)?$`)) as string,
    });
    expect(cluster.readPod(pod)).toEqual(before);
  });

  it('who may not attach, and names the right that is missing', async () => {
    const result = await run(['attach', pod, '-q', '-c', 'one'], { kubeconfig: cluster.kubeconfigs.viewer });
    expect(result).toMatchObject({ exitCode: 125, stdout: '' });
    expect(result.stderr).toMatch(/^error: .*"one" in default\/.*pods\/attach.* \[forbidden\]\nhint: .+\n$/);
  });
});

it.each([
  {
    what: 'a copy',
    argv: (pod: string) => [pod, `--copy-to=${pod}-copy`],
    name: (pod: string) => `${pod}-copy`,
  },
])('goes back into the session of $what that was left', async ({ argv, name }) => {
  const pod = await cluster.makePod();
  const first = cluster.start([...argv(pod), '--image=busybox', '-it', '--', 'sh'], { isTerminal: true });
  await until(() => first.rawModes.length > 0, first.stderrText);
  first.stdin.write('\u0010\u0011');
  expect(await first.ended).toBe(0);
  const command = cluster.start(['attach', name(pod)], { isTerminal: true });
  await until(() => command.rawModes.length > 0, command.stderrText);
  command.stdin.write('exit 4\n');
  expect(await command.ended).toBe(4);
});
