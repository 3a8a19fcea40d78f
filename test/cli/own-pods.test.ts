import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Hook } from '../../playground/hook.ts';
import type { PodStatus } from '../../src/pod/types.ts';
import { aPod } from '../builders/a-pod.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish, type CommandResult, type RunningCommand } from '../drivers/run-command.ts';
import { until } from '../drivers/until.ts';

/** Answers of the API server that a playground never gives by itself, by the end of a path. */
const answers = new Map<string, Awaited<ReturnType<Hook>>>();
const hook: Hook = ({ path, method }) => [...answers].find(([end]) => `${method} ${path}`.endsWith(end))?.[1];

const ON_TERMINAL = { isTerminal: true, env: { NO_COLOR: '1' } };
const DETACH_KEYS = '\u0010\u0011';
const IMAGE = '--image=busybox';
const SLEEP = ['sleep', '1000000'];
const SPEC = {
  containers: [{ name: 'app', image: 'example/app:1', command: SLEEP }],
  restartPolicy: 'Never',
};

let cluster: RunPlayground;
let pod: string;
beforeAll(async () => {
  cluster = await runPlayground(hook);
  pod = await cluster.makePod({ kind: 'run' }, { spec: SPEC });
});
afterAll(() => cluster.close());

const run = (argv: readonly string[]): Promise<CommandResult> => finish(cluster.start(argv));
const isThere = (name: string): boolean =>
  cluster.playground.getPod({ namespace: 'default', name }) !== undefined;
const isTerminating = (name: string): boolean =>
  cluster.playground.getPod({ namespace: 'default', name })?.metadata.deletionTimestamp !== undefined;
const posts = (): number =>
  cluster.playground.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/pods'))
    .length;
const untilGone = (name: string): Promise<void> =>
  until(
    () => !isThere(name),
    () => `the end of pod ${name}`,
  );

describe('--rm, and a session that goes on', () => {
  const stays = (name: string): string =>
    `Warning: pod default/${name} stays, as its session goes on; to remove it: kubectl delete pod ${name} -n default\n`;
  /** Opens a shell on a terminal, and leaves it by the detach keys. */
  const leave = async (argv: readonly string[]): Promise<RunningCommand> => {
    const command = cluster.start(['-it', '-q', IMAGE, ...argv], ON_TERMINAL);
    await until(() => command.rawModes.length > 0, command.stderrText);
    command.stdin.write(DETACH_KEYS);
    expect(await command.ended).toBe(0);
    return command;
  };

  it('keeps the copy that was left by the detach keys, and says how to come back and how to end it', async () => {
    const command = await leave([pod, '--copy-to=left', '--rm', '-c', 'dbg', '--', 'cat']);
    expect(command.stderrText().trimStart()).toBe(
      `Warning: debug container "dbg" in default/left runs on; to come back: kubectl-debug attach left -n default -c dbg\n${stays('left')}`,
    );
    expect(isThere('left') && !isTerminating('left')).toBe(true);
    const back = cluster.start(['attach', 'left', '-n', 'default', '-c', 'dbg'], ON_TERMINAL);
    await until(() => back.rawModes.length > 0, back.stderrText);
    back.stdin.write('still here\n\u0004');
    expect(await back.ended).toBe(0);
    expect(back.stdoutText()).toContain('still here');
  });

  it('keeps the node pod as well, though its container would end with it', async () => {
    const command = await leave(['node/playground', '--rm', '--', 'cat']);
    const [, name = ''] = /pod default\/(\S+) stays/.exec(command.stderrText()) ?? [];
    expect(command.stderrText()).toContain(stays(name));
    expect(isThere(name) && !isTerminating(name)).toBe(true);
  });

  it('keeps the pod of a command that was run by exec and left', async () => {
    const command = await leave([pod, '--copy-to=kept', '--rm', '--via=exec', '--', 'cat']);
    expect(command.stderrText()).toContain(stays('kept'));
    expect(isTerminating('kept')).toBe(false);
  });

  it('keeps the copy whose session was lost, with the way back', async () => {
    answers.set('/pods/lost/attach', { cutAfterEvents: 3 });
    // No two lines are alike, else their place in the log is not known, and the log is followed.
    const script = 'i=0; while :; do i=$((i+1)); echo $i; sleep 0.05; done';
    const argv = [pod, IMAGE, '-it', '-q', '--copy-to=lost', '--rm', '-c', 'dbg', '--no-reconnect'];
    const command = cluster.start([...argv, '--', 'sh', '-c', script], ON_TERMINAL);
    const { exitCode, stderr } = await finish(command);
    expect(exitCode).toBe(125);
    expect(stderr).toContain(stays('lost'));
    expect(stderr).toMatch(
      /error: lost the connection .*\nhint: .*kubectl-debug attach lost -n default -c dbg\n$/,
    );
    expect(isTerminating('lost')).toBe(false);
  });

  it('leads nobody to a copy that is deleted as its session could not be', async () => {
    const { exitCode, stderr } = await run([
      pod,
      IMAGE,
      '-q',
      '--copy-to=wrong',
      '--rm',
      '--',
      'no-such-program',
    ]);
    expect(exitCode).toBe(127);
    expect(stderr).toContain('hint: its pod is deleted now; without --rm it stays');
    await untilGone('wrong');
  });

  it('deletes the copy whose command ran too long', async () => {
    const argv = [pod, IMAGE, '-q', '--copy-to=long', '--rm', '--run-timeout=100ms', '--', ...SLEEP];
    const { exitCode, stderr } = await run(argv);
    expect(exitCode).toBe(125);
    expect(stderr).not.toContain('attach');
    await untilGone('long');
  });
});

describe('--rm says what became of the pod', () => {
  const rm = (name: string, ...command: readonly string[]): Promise<CommandResult> =>
    run([pod, IMAGE, '-c', 'dbg', `--copy-to=${name}`, '--rm', '--', ...command]);
  const deleted = (name: string, metadata: object) => ({
    status: 200,
    body: {
      kind: 'Pod',
      metadata: { name, deletionTimestamp: '2025-03-01T12:00:00Z', ...metadata },
      spec: { nodeName: 'gone-node', containers: [] },
    },
  });

  it('that was gone already', async () => {
    answers.set('DELETE /api/v1/namespaces/default/pods/vanished', {
      status: 404,
      body: { kind: 'Status', code: 404, reason: 'NotFound', message: 'pods "vanished" not found' },
    });
    expect((await rm('vanished', 'true')).stderr).toBe('pod default/vanished is gone already\n');
  });

  it('that finalizers hold', async () => {
    answers.set('DELETE /api/v1/namespaces/default/pods/held', deleted('held', { finalizers: ['a.io/b'] }));
    expect((await rm('held', 'true')).stderr).toBe(
      'Warning: pod default/held is being deleted, and stays until its finalizers are removed: a.io/b\n',
    );
  });

  it('whose node does not answer, which is looked at only where the session failed', async () => {
    const unheard = { deletionGracePeriodSeconds: 30 };
    answers.set('DELETE /api/v1/namespaces/default/pods/unheard', deleted('unheard', unheard));
    answers.set('GET /api/v1/nodes/gone-node', {
      status: 200,
      body: {
        metadata: { name: 'gone-node' },
        status: { conditions: [{ type: 'Ready', status: 'Unknown', lastTransitionTime: null }] },
      },
    });
    const nodeReads = () =>
      cluster.playground.requests.filter(({ path }) => path.endsWith('/gone-node')).length;
    expect((await rm('unheard', 'true')).stderr).toBe('pod default/unheard is being deleted\n');
    expect(nodeReads()).toBe(0);
    await cluster.playground.deletePod({ namespace: 'default', name: 'unheard' }, 0);
    expect((await rm('unheard', '/no/such/program')).stderr).toContain(
      'Warning: pod default/unheard is being deleted, but its node gone-node has not answered, so it stays until the node is back; without waiting for it: kubectl delete pod unheard -n default --force\n',
    );
    expect(nodeReads()).toBe(1);
  });
});

describe('a name that is taken', () => {
  const copyTo = (name: string, ...flags: readonly string[]): readonly string[] => [
    pod,
    IMAGE,
    '-c',
    'dbg',
    `--copy-to=${name}`,
    ...flags,
    '--',
    'true',
  ];
  /** A pod of this name that is being deleted, and stays until somebody removes it. */
  const makeLeaving = (name: string, secondsLeft: number, finalizers: readonly string[] = []): void => {
    const { spec, status = {} } = aPod({ name });
    cluster.playground.createPod({
      name,
      spec,
      finalizers,
      deletionTimestamp: new Date(Date.now() + secondsLeft * 1000).toISOString(),
      behaviour: { kind: 'scripted', status },
    });
  };

  it.each([
    { label: 'a session', name: 'again', flags: [] },
    { label: 'a session whose pod goes with it', name: 'again-rm', flags: ['--rm'] },
    { label: 'a start', name: 'again-start', flags: ['--attach=false'] },
  ])('by a pod that is being deleted is waited for, by $label', async ({ name, flags }) => {
    makeLeaving(name, 600);
    const command = cluster.start(copyTo(name, ...flags));
    await command.untilStderr(
      `waiting until pod default/${name} is gone: it is being deleted, and has at most 9m`,
    );
    await cluster.playground.deletePod({ namespace: 'default', name }, 0);
    expect((await finish(command)).exitCode).toBe(0);
  });

  it('is waited for no longer than --timeout, with what holds it', async () => {
    makeLeaving('slow', 600);
    makeLeaving('late', -5);
    makeLeaving('stuck', 600, ['a.io/hold']);
    const errors = await Promise.all(
      ['slow', 'late', 'stuck'].map(async (name) => (await run(copyTo(name, '--timeout=1s'))).stderr),
    );
    const start = 'error: cannot create pod default/';
    const left = ': the earlier pod of that name was still there after 1 s (it is being deleted, and';
    expect(errors).toEqual([
      expect.stringMatching(
        / \[timeout\]\nhint: .*--timeout=10m; .*: kubectl delete pod slow -n default --grace-period=1\n$/,
      ),
      expect.stringMatching(
        /grace period is over\) \[timeout\]\nhint: .* kubectl delete pod late -n default --force\n$/,
      ),
      expect.stringMatching(
        /finalizers hold it: a\.io\/hold\) \[timeout\]\nhint: .* kubectl-debug pods stuck -n default --explain; or choose another name\n$/,
      ),
    ]);
    expect(errors[0]).toContain(`${start}slow${left} has at most 9m5`);
  });

  it('is given up where the server refuses a name that nothing has', async () => {
    const message = 'pods "ghost" already exists';
    const body = { kind: 'Status', status: 'Failure', reason: 'AlreadyExists', code: 409, message };
    answers.set('POST /api/v1/namespaces/default/pods', { status: 409, body });
    const before = posts();
    const { exitCode, stderr } = await run(copyTo('ghost'));
    answers.clear();
    expect({ exitCode, tried: posts() - before }).toEqual({ exitCode: 125, tried: 5 });
    expect(stderr).toContain(message);
  });

  it.each([{ flags: [] }, { flags: ['--rm'] }])(
    'is not waited for after Ctrl-C, and nothing is left behind: $flags',
    async ({ flags }) => {
      const name = `left-alone${flags.length}`;
      makeLeaving(name, 600);
      const before = posts();
      const command = cluster.start(copyTo(name, ...flags));
      await command.untilStderr('waiting until pod');
      command.deliver('SIGINT');
      const { exitCode, stderr } = await finish(command);
      expect(exitCode).toBe(130);
      expect(stderr).not.toContain('may have been created');
      expect(posts()).toBe(before + 1);
    },
  );

  it('by a pod that stays is an error that names another one', async () => {
    const { exitCode, stderr } = await run(copyTo(pod));
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(
      new RegExp(`already exists \\[conflict\\]\\nhint: choose another name: --copy-to=${pod}-2\\n$`),
    );
  });

  it('by a copy that runs is an error that leads back into it', async () => {
    expect(
      (await run([pod, IMAGE, '-c', 'dbg', '--copy-to=ours', '--wait', '-i', '--', ...SLEEP])).exitCode,
    ).toBe(0);
    await cluster.untilContainer('ours', 'dbg', 'running');
    const { stderr } = await run(copyTo('ours'));
    expect(stderr).toMatch(
      /\[conflict\]\nhint: to join it: kubectl-debug attach ours -n default; to end that debug copy first: kubectl-debug stop ours -n default; /,
    );
  });

  it('in a dry run of the server is an error, and not waited for', async () => {
    makeLeaving('dry', 600);
    const { exitCode, stderr } = await run(copyTo('dry', '--dry-run=server'));
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(/ \[conflict\]\n/);
  });
});

describe('a job that is done', () => {
  const FINISHED: PodStatus = { phase: 'Succeeded' };
  beforeAll(() => {
    const selector = { matchLabels: { 'job-name': 'done' } };
    answers.set('GET /apis/batch/v1/namespaces/default/jobs/done', {
      status: 200,
      body: { metadata: { name: 'done', uid: 'job-1' }, spec: { selector } },
    });
    cluster.playground.createPod({
      name: 'done-x7k2p',
      labels: { 'job-name': 'done' },
      ownerReferences: [
        { apiVersion: 'batch/v1', kind: 'Job', name: 'done', uid: 'job-1', controller: true },
      ],
      spec: SPEC,
      behaviour: { kind: 'scripted', status: FINISHED },
    });
  });

  it('can be copied', async () => {
    const argv = ['job/done', IMAGE, '-c', 'dbg', '--copy-to=of-job', '--rm', '--', 'echo', 'copied'];
    expect(await run(argv)).toEqual({
      exitCode: 0,
      stdout: 'copied\n',
      stderr: expect.stringMatching(
        /^using default\/done-x7k2p of job\/done; .*\npod default\/of-job is being deleted\n$/,
      ) as string,
    });
  });

  it('cannot be debugged, and the hint makes the copy', async () => {
    const { exitCode, stderr } = await run(['job/done', IMAGE, '--', 'true']);
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(
      /^error: cannot debug default\/done-x7k2p: it has finished \(Succeeded\), .* \[pod-finished\]\n/,
    );
    const [, line = ''] = /kubectl-debug (done-x7k2p .*)$/m.exec(stderr) ?? [];
    expect((await run([...line.split(' '), '--', 'true'])).exitCode).toBe(0);
  });
});

describe('a node that is not ready', () => {
  const conditions = (ready: object) => ({
    status: 200,
    body: { metadata: { name: 'playground' }, status: { conditions: [{ type: 'Ready', ...ready }] } },
  });
  const NODE = 'GET /api/v1/nodes/playground';

  it('and not heard of is refused at once, and nothing is created', async () => {
    const lastTransitionTime = new Date(Date.now() - 720_000).toISOString();
    answers.set(NODE, conditions({ status: 'Unknown', lastTransitionTime }));
    const before = posts();
    const { exitCode, stderr } = await run(['node/playground', IMAGE, '--rm', '--', 'true']);
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(
      /^error: cannot debug node playground: it is NotReady: its kubelet has not reported for 12m, .* \[node-not-ready\]\nhint: .+\n$/,
    );
    expect(posts()).toBe(before);
    const started = await run(['node/playground', IMAGE, '-q', '--attach=false', '--', 'true']);
    expect(started).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/^Warning: .*12m/) as string,
    });
  });

  it('but answers is tried, with a warning', async () => {
    answers.set(NODE, conditions({ status: 'False', reason: 'KubeletNotReady', message: 'no network' }));
    const { exitCode, stderr } = await run(['node/playground', IMAGE, '-q', '--', 'true']);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^Warning: node playground is NotReady \(KubeletNotReady: no network\); /m);
  });
});
