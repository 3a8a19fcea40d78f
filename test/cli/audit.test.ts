import { mkdtemp, open, readdir, readFile, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { durationText } from '../../src/audit/results/text/duration-text.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import {
  finish,
  type CommandOptions,
  type CommandResult,
  type RunningCommand,
} from '../drivers/run-command.ts';
import { until } from '../drivers/until.ts';

let cluster: RunPlayground;
let state: string;
beforeAll(async () => {
  cluster = await runPlayground();
  state = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-audit-'));
});
afterAll(async () => {
  await cluster.close();
  await rm(state, { recursive: true, force: true });
});

function start(argv: readonly string[], options: Partial<CommandOptions> = {}): RunningCommand {
  return cluster.start(['audit', ...argv], { ...options, env: { XDG_STATE_HOME: state, ...options.env } });
}

function audit(...argv: readonly string[]): Promise<CommandResult> {
  return finish(start(argv));
}

const shell = (script: string): readonly string[] => ['--', 'sh', '-c', script];
const journals = (): Promise<readonly string[]> => readdir(path.join(state, 'kubectl-debug', 'audits'));
const debugContainersOf = (name: string): readonly string[] =>
  cluster.readPod(name).spec.ephemeralContainers?.map((container) => container.name) ?? [];

describe('audit', () => {
  it('runs the command once in each pod of a selector, folds what is equal, and leaves no journal', async () => {
    const names = await cluster.makePods('fold', 5);
    const result = await audit('-l', 'test=fold', '--yes', ...shell('echo same'));
    expect(result.exitCode).toBe(0);
    expect(result.stdout).toContain('same');
    expect(names.map((name) => debugContainersOf(name).length)).toEqual([1, 1, 1, 1, 1]);
    expect(await journals()).toEqual([]);
  });

  it.each([
    { label: 'every code is 0', script: 'exit 0', exitCode: 0 },
    { label: 'a command fails', script: 'exit 7', exitCode: 1 },
  ])('ends with $exitCode where $label', async ({ script, exitCode }) => {
    const name = await cluster.makePod();
    expect((await audit(name, ...shell(script))).exitCode).toBe(exitCode);
  });

  it('deletes the copy of a pod although its row cannot be noted in the journal', async () => {
    // A static pod takes no debug container.
    const annotations = { 'kubernetes.io/config.mirror': 'abc' };
    const name = await cluster.makePod(undefined, { annotations });
    const handle = await open(path.join(state, 'handle'), 'w');
    await handle.close();
    const spy = vi
      .spyOn(Object.getPrototypeOf(handle) as FileHandle, 'appendFile')
      .mockImplementation(function (this: FileHandle, data) {
        if (String(data).includes('"outcome"')) return Promise.reject(new Error('the disk is full'));
        return this.writeFile(data);
      });
    const failed = await audit(name, '--copy', ...shell('true')).finally(() => spy.mockRestore());
    expect(failed.stderr).toContain('[journal-failed]');
    const deleted = cluster.playground.requests.filter(({ method }) => method === 'DELETE');
    expect(deleted.map(({ path: of }) => of)).toEqual([expect.stringContaining(`/pods/${name}-audit-`)]);
  });

  it('says once what is refused in every pod alike', async () => {
    await cluster.makePods('norights', 4);
    const { stdout, exitCode } = await finish(
      start(['-l', 'test=norights', '--yes', ...shell('true')], { kubeconfig: cluster.kubeconfigs.viewer }),
    );
    expect(exitCode).toBe(3);
    expect(stdout.match(/forbidden/g)).toHaveLength(2);
    expect(stdout).toMatch(/^4 pods not audited: refused \(forbidden\): /);
    expect(stdout.match(/check -n default --for=debug/g)).toHaveLength(1);
  });

  it('ends with 3 where a pod could not be audited, which beats a command that failed', async () => {
    const [one = '', two = ''] = await cluster.makePods('beats', 2);
    const image = 'registry.example/none:1';
    const three = await cluster.makePod({
      kind: 'run',
      containers: { '*': { pullError: `failed to pull: ${image}: not found` } },
    });
    const result = await audit(one, two, three, '--canary=0', '--timeout=5s', ...shell('exit 1'));
    expect(result).toMatchObject({ exitCode: 3 });
    expect(result.stdout).toContain('not-started');
  });

  it.each([
    { label: 'no command', argv: ['web'], said: /no command is given/ },
    { label: 'names and a selector', argv: ['web', '-l', 'a=b', '--', 'id'], said: /not by both/ },
    { label: 'two ways to choose', argv: ['--one-per-owner', '--one-per-node', '--', 'id'], said: /one per/ },
    {
      label: 'a target for all',
      argv: ['--all-containers', '--target=a', '--', 'id'],
      said: /each container/,
    },
    {
      label: '--reuse without a command of its own',
      argv: ['web', '--reuse', '--arguments-only'],
      said: /--arguments-only/,
    },
    { label: '--rootfs of a copy', argv: ['web', '--copy', '--rootfs', '--', 'id'], said: /--rootfs/ },
    { label: '--rootfs of what is kept', argv: ['web', '--reuse', '--rootfs', '--', 'id'], said: /--rootfs/ },
    { label: 'a wrong shard', argv: ['--shard=5/4', '--', 'id'], said: /--shard "5\/4"/ },
    { label: 'a selector without anybody to ask', argv: ['-l', 'test', '--', 'id'], said: /--yes/ },
    { label: 'a run that there is not', argv: ['--resume=20200101-000000-xxxxx'], said: /no audit/ },
    {
      label: 'a flag that a run has already',
      argv: ['--resume=20200101-000000-xxxxx', '-A'],
      said: /--all-namespaces/,
    },
  ])('refuses $label with 2, and touches nothing', async ({ argv, said }) => {
    const name = await cluster.makePod(undefined, { labels: { test: 'refuse' } });
    const { exitCode, stderr } = await audit(...argv);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(said) });
    expect(debugContainersOf(name)).toEqual([]);
  });

  it('names the call of pods that shows what there was to choose from', async () => {
    const result = await audit('-n', 'kube-public', '-l', 'test in (none, no)', '--yes', ...shell('true'));
    const hint = "to see which pods there are: kubectl-debug pods -n kube-public -l 'test in (none, no)'";
    expect(result).toMatchObject({ stderr: `error: there is no pod to audit [not-found]\nhint: ${hint}\n` });
  });

  it('asks on a terminal, says what stays behind, and does nothing without a yes', async () => {
    const name = await cluster.makePod();
    const command = start([name, ...shell('sleep 4; hostname')], { isTerminal: true });
    await command.untilStderr('Begin?');
    command.stdin.write('n');
    expect(await command.ended).toBe(130);
    expect(command.stderrText()).toContain('stays listed until the pod is deleted');
    expect(command.stderrText()).toContain("command  sh -c 'sleep 4; hostname'\n");
    expect(debugContainersOf(name)).toEqual([]);
  });

  it.each([
    { count: 100, says: true },
    { count: 99, says: false },
  ])('says what it costs before it audits $count pods: $says', async ({ count, says }) => {
    const label = `cost-${count}`;
    const running = { name: 'app', ready: true, restartCount: 0, state: { running: {} } };
    const status = { phase: 'Running', containerStatuses: [running] };
    for (let index = 0; index < count; index += 1)
      await cluster.makePod(
        { kind: 'scripted', status },
        { name: `${label}-${index}`, labels: { test: label } },
      );
    const command = start(['-l', `test=${label}`, ...shell('id')], { isTerminal: true });
    await command.untilStderr('Begin?');
    command.stdin.write('n');
    expect(await command.ended).toBe(130);
    const cost =
      /^ {2}costs {4}100 debug containers, about 230 requests in 6 s or more, less than 1 MiB in etcd/m;
    expect(cost.test(command.stderrText())).toBe(says);
    expect(command.stderrText().includes('costs')).toBe(says);
  });

  it('takes pods from stdin as kubectl prints them', async () => {
    const names = await cluster.makePods('stdin', 2);
    const command = start(['-', '--yes', ...shell('echo hello')]);
    command.stdin.end(names.map((name) => `pod/${name}\n`).join(''));
    expect(await command.ended).toBe(0);
    expect(names.map((name) => debugContainersOf(name).length)).toEqual([1, 1]);
  });

  it('has a row for a pod of stdin that went away meanwhile', async () => {
    const command = start(['-', '--yes', '--', 'id']);
    command.stdin.end('pod/no-such-pod\n');
    const { exitCode, stdout } = await finish(command);
    expect(exitCode).toBe(3);
    expect(stdout).toContain('vanished');
  });

  it('adds nothing more after a canary that does not start', async () => {
    const names = await cluster.makePods('canary', 4);
    const result = await audit('-l', 'test=canary', '--yes', '--', '/no/such/program');
    expect(result.exitCode).toBe(3);
    expect(names.flatMap(debugContainersOf)).toHaveLength(1);
    expect(result.stderr).toMatch(/nothing more was tried; to go on .*: kubectl-debug audit --resume=/);
  });

  it('runs once for each app container and sidecar with --all-containers', async () => {
    const app = (name: string) => ({ name, image: 'example/app:1', command: ['sleep', '1000000'] });
    const name = await cluster.makePod(undefined, {
      spec: {
        containers: [app('app'), app('two')],
        initContainers: [{ ...app('side'), restartPolicy: 'Always' }],
      },
    });
    await cluster.untilContainer(name, 'two', 'running');
    expect(await audit(name, '--all-containers', '--', 'true')).toMatchObject({ exitCode: 0 });
    const targets = cluster.readPod(name).spec.ephemeralContainers?.map((each) => each.targetContainerName);
    expect(targets?.toSorted()).toEqual(['app', 'side', 'two']);
  });

  it('cuts the output of a pod at --max-output', async () => {
    const name = await cluster.makePod();
    const { stdout } = await audit(name, '--max-output=1Ki', ...shell('head -c 5000 /dev/zero | tr "\\0" x'));
    expect(/x{2,}/.exec(stdout)?.[0]).toHaveLength(1024);
  });

  it('names a command that runs longer than --timeout and cannot be ended, and shows what it said until then', async () => {
    const name = await cluster.makePod();
    const script = 'echo begun; exec sleep 1000000';
    const result = await audit(name, '--timeout=2s', '-o', 'jsonl', ...shell(script));
    expect(result.exitCode).toBe(3);
    expect(JSON.parse(result.stdout)).toMatchObject({ outcome: 'timeout-still-running', output: 'begun\n' });
  });

  it.each([
    { label: 'that runs', containers: {} },
    { label: 'that is only about to run', containers: { '*': { startDelayMs: 500 } } },
  ])('runs the command in a kept container $label with --reuse, and adds none', async ({ containers }) => {
    const name = await cluster.makePod({ kind: 'run', containers });
    const keep = ['--image=busybox', '--target=app', '--via=exec', '--attach=false'];
    expect(await cluster.start([name, ...keep]).ended).toBe(0);
    const [keeper = ''] = debugContainersOf(name);
    if (!('*' in containers)) await cluster.untilContainer(name, keeper, 'running');
    const result = await audit(name, '--image=busybox', '--reuse', ...shell('echo kept; exit 4'));
    expect(result).toMatchObject({ exitCode: 1 });
    expect(result.stdout).toContain('exit code 4');
    expect(debugContainersOf(name)).toHaveLength(1);
  });
});

it('measures how long a command took, and its report says so below a second', async () => {
  const name = await cluster.makePod();
  const file = path.join(state, 'r.html');
  const { stdout, stderr } = await audit(name, `--report=${file}`, '-o', 'json', ...shell('sleep 0.2'));
  const [{ durationMs }] = (JSON.parse(stdout) as { rows: [{ durationMs: number }] }).rows;
  expect(durationMs).toBeGreaterThanOrEqual(190);
  const page = await readFile(file, 'utf8');
  expect(page).toContain(`Half took at most ${durationText(durationMs)}, `);
  expect(page).not.toContain('>0s<');
  expect(stderr).toContain(`report written to ${file}\n`);
});

describe('an audit in shards', () => {
  it('audits each pod in one of them, and is one again by merge', async () => {
    const names = await cluster.makePods('shard', 6);
    const files = await Promise.all(
      ['1/2', '2/2'].map(async (shard, index) => {
        const { stdout } = await audit(
          '-l',
          'test=shard',
          '--yes',
          `--shard=${shard}`,
          '-o',
          'json',
          ...shell('echo x'),
        );
        const file = path.join(state, `shard-${index}.json`);
        await writeFile(file, stdout);
        return file;
      }),
    );
    expect(names.map((name) => debugContainersOf(name).length)).toEqual([1, 1, 1, 1, 1, 1]);
    const merged = await audit('merge', ...files, '-q');
    expect(merged).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('6 pods: exit code 0'),
      stderr: '',
    });
    const asTests = await audit('merge', ...files, '-q', '-o', 'junit');
    expect(asTests.stdout).toContain('<testsuite name="sh -c &#39;echo x&#39;"');
    const part = await audit('merge', files[1] ?? '', '-q');
    expect(part.stderr).toContain('of 2 shards these are missing: 1');
  });

  it('succeeds without rows in a shard that has none of the pods, and is merged like the others', async () => {
    await cluster.makePods('lonely', 1);
    const selection = ['-l', 'test=lonely', '--yes', '-o', 'json'];
    const shards = await Promise.all(
      ['1/2', '2/2'].map((shard) => audit(...selection, `--shard=${shard}`, ...shell('echo x'))),
    );
    expect(shards.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    const rows = shards.map(({ stdout }) => (JSON.parse(stdout) as { rows: unknown[] }).rows.length);
    expect(rows.toSorted()).toEqual([0, 1]);
    const empty = path.join(state, 'empty-shard.json');
    await writeFile(empty, shards[rows.indexOf(0)]?.stdout ?? '');
    const part = await audit('merge', empty, '-q');
    expect(part.stderr).toContain(`of 2 shards these are missing: ${2 - rows.indexOf(0)}`);
  });

  it.each([
    { label: 'a file that is none', text: 'hello' },
    { label: 'a document that was cut', text: '{"rows": [\n{"pod":' },
    { label: 'rows of another kind', text: '{"pod": 1}' },
  ])('refuses $label', async ({ text }) => {
    const file = path.join(state, 'wrong.json');
    await writeFile(file, text);
    expect(await audit('merge', file)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('wrong.json'),
    });
  });
});

describe('an audit that is interrupted', () => {
  it('waits for what runs after the first Ctrl-C, and starts nothing more', async () => {
    const names = await cluster.makePods('first', 3);
    const gate = cluster.makeGate();
    const command = start(['-l', 'test=first', '--yes', '--concurrency=1', ...shell(gate.wait)]);
    await expect.poll(() => names.flatMap(debugContainersOf)).toHaveLength(1);
    command.deliver('SIGINT');
    await command.untilStderr('nothing more is started');
    await gate.open();
    expect(await command.ended).toBe(130);
    expect(names.flatMap(debugContainersOf)).toHaveLength(1);
    expect(command.stdoutText()).toContain('exit code 0');
    expect(command.stdoutText()).toContain('not-run');
  });

  it('is finished by --resume, which runs nothing twice and shows all of it', async () => {
    const names = await cluster.makePods('resume', 3);
    const gate = cluster.makeGate();
    const command = start(['-l', 'test=resume', '--yes', '--concurrency=1', ...shell(gate.wait)]);
    await expect.poll(() => names.flatMap(debugContainersOf)).toHaveLength(1);
    command.deliver('SIGINT');
    await gate.open();
    await command.ended;
    const [, runId = ''] = /--resume=(\S+)/.exec(command.stderrText()) ?? [];
    const [file = ''] = (await journals()).filter((name) => name.includes(runId));
    const journal = path.join(state, 'kubectl-debug', 'audits', file);
    expect((await stat(journal)).mode & 0o777).toBe(0o600);
    expect(await readFile(journal, 'utf8')).toContain('"kind":"row"');
    const resumed = await audit(`--resume=${runId}`);
    expect(resumed.exitCode).toBe(0);
    expect(resumed.stdout).toContain('3 pods');
    expect(names.map((name) => debugContainersOf(name).length)).toEqual([1, 1, 1]);
    expect((await journals()).filter((name) => name.includes(runId))).toEqual([]);
  });

  describe('without the name of a run', () => {
    const RUNS = [
      { runId: '20250301-100000-aaaaa', startedAt: '2025-03-01T10:00:00Z', namespaces: ['shop'] },
      { runId: '20250301-120000-bbbbb', startedAt: '2025-03-01T12:00:00Z', namespaces: null },
    ];
    let own: string;

    /** Journals of three items each, the first of which is done with; and one of another cluster. */
    beforeAll(async () => {
      own = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-runs-'));
      const { exitCode } = await finish(start(['--resume'], { env: { XDG_STATE_HOME: own } }));
      expect(exitCode).toBe(2);
      const names = await cluster.makePods('runs', 3);
      const gate = cluster.makeGate();
      const argv = ['-l', 'test=runs', '--yes', '--concurrency=1', ...shell(`${gate.wait}; echo "it's"\n`)];
      const command = start(argv, { env: { XDG_STATE_HOME: own } });
      await until(
        () => names.flatMap(debugContainersOf).length === 1,
        () => command.stderrText(),
      );
      command.deliver('SIGINT');
      await gate.open();
      await command.ended;
      const folder = path.join(own, 'kubectl-debug', 'audits');
      const [made = ''] = await readdir(folder);
      const [head = '', ...lines] = (await readFile(path.join(folder, made), 'utf8')).split('\n');
      await rm(path.join(folder, made));
      const write = (runId: string, changed: object, rest: readonly string[]): Promise<void> => {
        const first = JSON.stringify({ ...(JSON.parse(head) as object), runId, ...changed });
        return writeFile(path.join(folder, `${runId}.jsonl`), [first, ...rest].join('\n'), { mode: 0o600 });
      };
      for (const { runId, ...changed } of RUNS) await write(runId, changed, lines);
      await write('20250301-130000-ccccc', { server: 'https://other.example:6443' }, lines);
      // It was killed before it had chosen its pods.
      await write('20250301-130000-ddddd', {}, []);
    });
    afterAll(() => rm(own, { recursive: true, force: true }));

    it('lists what can be resumed to a script, the newest first, and ends with 2', async () => {
      const { exitCode, stdout, stderr } = await finish(
        start(['--resume'], { env: { XDG_STATE_HOME: own } }),
      );
      const lines = stdout.trimEnd().split('\n');
      expect(lines[0]).toMatch(/^RUN +AGE +NAMESPACE +DONE +COMMAND$/);
      expect(lines[1]).toMatch(/^20250301-120000-bbbbb +\S+ +-A +1\/3 +sh -c \$?'.*it.*s.*'$/);
      expect(lines[2]).toMatch(/^20250301-100000-aaaaa +\S+ +shop +1\/3 +sh -c /);
      expect(lines).toHaveLength(3);
      expect(stderr).toContain('https://other.example:6443');
      expect(stderr).toMatch(/hint: .*kubectl-debug audit --resume=20250301-120000-bbbbb\n$/);
      expect(exitCode).toBe(2);
    });

    it('asks on a terminal, and resumes what was chosen', async () => {
      const command = start(['--resume'], { isTerminal: true, env: { XDG_STATE_HOME: own } });
      await command.untilStderr('which audit do you want to resume?');
      command.stdin.write('\u001b[B\r');
      await command.ended;
      expect(command.stderrText()).not.toContain('error:');
      const left = await readdir(path.join(own, 'kubectl-debug', 'audits'));
      expect(left.filter((name) => name.includes('aaaaa'))).toEqual([]);
      expect(left.filter((name) => name.includes('bbbbb'))).toHaveLength(1);
    });

    it('takes the run behind a space, and no pod there', async () => {
      const env = { XDG_STATE_HOME: own };
      const unknown = await finish(start(['--resume', '20200101-000000-xxxxx'], { env }));
      expect(unknown.stderr).toContain('there is no audit "20200101-000000-xxxxx" to resume');
      const pod = await finish(start(['--resume', 'web-1'], { env }));
      expect(pod).toMatchObject({
        exitCode: 2,
        stderr: `error: "web-1" is not the id of an audit [usage]\nhint: kubectl-debug audit --resume lists them\n`,
      });
      const mistyped = await finish(start(['--resume=20200101-000000-xxx'], { env }));
      expect(mistyped.stderr).toContain('"20200101-000000-xxx" is not the id of an audit');
      const both = await finish(start(['--resume', '20200101-000000-xxxxx', 'web-1'], { env }));
      expect(both.stderr).toContain('the pods and the command of its run, not web-1');
    });
  });

  it('tries to end what runs at the second Ctrl-C, and names what runs on', async () => {
    const name = await cluster.makePod();
    const command = start([name, '--', 'sleep', '1000000']);
    await expect.poll(() => debugContainersOf(name)).toHaveLength(1);
    await cluster.untilContainer(name, debugContainersOf(name)[0] ?? '', 'running');
    command.deliver('SIGINT');
    await command.untilStderr('Ctrl-C again');
    command.deliver('SIGINT');
    expect(await command.ended).toBe(130);
    expect(command.stdoutText()).toContain('interrupted-still-running');
  });
});
