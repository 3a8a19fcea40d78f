import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish, type RunningCommand } from '../drivers/run-command.ts';
import { until } from '../drivers/until.ts';

let cluster: RunPlayground;
beforeAll(async () => {
  cluster = await runPlayground();
});
afterAll(() => cluster.close());

const IMAGE = '--image=busybox';
let pod: string;
beforeEach(async () => {
  pod = await cluster.makePod();
});

/** Leaves the shell of a session on a terminal at its prompt. */
async function leaveShell(command: RunningCommand): Promise<string> {
  await until(() => command.rawModes.length > 0, command.stderrText);
  command.stdin.write('echo $((40 + 2))\n');
  await command.untilStdout('42');
  command.stdin.write('exit 3\n');
  expect(await command.ended).toBe(3);
  return command.stderrText();
}

describe('after the end of a shell whose container lives on', () => {
  it('says how to get into a container that is kept', async () => {
    const argv = [pod, IMAGE, '-it', '--via=exec'];
    const stderr = await leaveShell(cluster.start(argv, { isTerminal: true }));
    const line = `kubectl-debug ${pod} ${IMAGE} -it --via=exec --reuse`;
    expect(stderr.split('to come back: ')[1]).toBe(`${line}\n`);
    const again = cluster.start(line.split(' ').slice(1), { isTerminal: true });
    expect(await leaveShell(again)).toContain(`to come back: ${line}\n`);
    expect(cluster.readPod(pod).spec.ephemeralContainers).toHaveLength(1);
  });

  it('says it with kubectl where --reuse finds nothing', async () => {
    const argv = [pod, IMAGE, '-it', '--via=exec', '-c', 'mine'];
    const stderr = await leaveShell(cluster.start(argv, { isTerminal: true }));
    expect(stderr).toContain(`to come back: kubectl exec -it ${pod} -n default -c mine -- sh\n`);
  });

  it('says it with kubectl in a pod on a node, in which --reuse finds nothing', async () => {
    const argv = ['node/playground', IMAGE, '-it', '--via=exec'];
    const stderr = await leaveShell(cluster.start(argv, { isTerminal: true }));
    const [, name = ''] = /pod default\/(node-debugger-\S+)/.exec(stderr) ?? [];
    expect(stderr).toContain(`to come back: kubectl exec -it ${name} -n default -c debugger -- sh\n`);
    expect(stderr).toContain(
      `for more commands in it: kubectl exec ${name} -n default -c debugger -- COMMAND\n`,
    );
    expect(stderr).not.toContain('--reuse');
  });

  it('says how to get into the container of a copy, which is started again', async () => {
    const argv = [pod, IMAGE, '-it', '--copy-to=again', '-c', 'dbg'];
    const stderr = await leaveShell(cluster.start(argv, { isTerminal: true }));
    expect(stderr).toContain('to come back then: kubectl exec -it again -n default -c dbg -- sh\n');
    expect(stderr).toContain('pod default/again stays');
  });

  it.each([
    { label: 'quiet', argv: ['--via=exec', '-q'] },
    { label: 'a pod that is deleted', argv: ['--via=exec', '--copy-to=gone', '--rm'] },
    { label: 'a debug container, which is never started again', argv: [] },
  ])('says nothing of $label', async ({ argv }) => {
    const command = cluster.start([pod, IMAGE, '-it', ...argv], { isTerminal: true });
    expect(await leaveShell(command)).not.toContain('to come back');
  });

  it('says nothing of a command, after which nobody wants to go back', async () => {
    const command = cluster.start([pod, IMAGE, '-it', '--via=exec', '--', 'true'], { isTerminal: true });
    expect(await command.ended).toBe(0);
    expect(command.stderrText()).not.toContain('to come back');
  });
});

describe('before one more debug container', () => {
  const alice = { replace: { userName: 'Alice' }, isTerminal: true };

  /** Has the pod run debug containers of these names, in this order. */
  async function addRunning(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      await finish(cluster.start([pod, IMAGE, '-c', name, '-d', '--', 'sleep', '1000']));
      await cluster.untilContainer(pod, name, 'running');
    }
  }
  const start = (options: object = alice, argv: readonly string[] = ['-d']) =>
    finish(cluster.start([pod, IMAGE, ...argv], options));

  it('names the one of the same user that runs, and the way back', async () => {
    await finish(cluster.start([pod, IMAGE, '-c', 'debugger-alice-ddddd', '--envelope=false', '--', 'true']));
    await addRunning('debugger-alice-bbbbb', 'debugger-bob-bbbbb', 'debugger-ccccc', 'alice');
    const { stderr } = await start();
    expect(stderr.split('\n')[0]).toMatch(
      /^a debug container of yours runs here since \d+s: kubectl-debug attach \S+ -n default -c debugger-alice-bbbbb$/,
    );
    expect(stderr).toContain(`attach ${pod} -n default`);
    expect(stderr.match(/of yours/g)).toHaveLength(1);
  });

  it('names the newest of several', async () => {
    await addRunning('debugger-alice-zzzzz', 'debugger-alice-bbbbb');
    expect((await start()).stderr).toMatch(
      /^2 debug containers of yours run here, the newest since \d+s: kubectl-debug attach .* -c debugger-alice-bbbbb\n/,
    );
  });

  it('names none that only sleeps so that commands are run in it', async () => {
    await start({ replace: { userName: 'Alice' } }, ['--via=exec', '--', 'true']);
    expect((await start()).stderr).not.toContain('of yours');
  });

  it.each([
    { label: 'in a script', options: { replace: { userName: 'Alice' } } },
    { label: 'with -q', argv: ['-d', '-q'] },
    { label: 'in a dry run', argv: ['--dry-run=client'] },
    { label: 'to somebody else', options: { ...alice, replace: { userName: 'bob' } } },
    { label: 'to nobody', options: { ...alice, replace: { userName: '' } } },
    { label: 'about a copy', argv: ['--copy-to=copied', '-d'] },
  ])('says nothing $label', async ({ options, argv }) => {
    await addRunning('debugger-alice-bbbbb');
    const { exitCode, stderr } = await start(options, argv);
    expect(exitCode).toBe(0);
    expect(stderr).not.toContain('of yours');
  });

  it('asks for nothing more to know it', async () => {
    await addRunning('debugger-alice-bbbbb');
    const before = cluster.playground.requests.length;
    await start();
    const asked = cluster.playground.requests
      .slice(before)
      .filter(({ path }) => path.includes(`/pods/${pod}`));
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'PATCH']);
  });
});
