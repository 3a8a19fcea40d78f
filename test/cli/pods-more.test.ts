import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Hook } from '../../playground/hook.ts';
import { createPlayground, type Playground } from '../../playground/playground.ts';
import { makeFakeKubelet } from '../playground/fake-kubelet.ts';
import { podRef } from '../../src/pod/pod-ref.ts';
import type { Pod } from '../../src/pod/types.ts';
import { runProgram } from '../../src/program.ts';
import { anIo, type FakeIo, type FakeIoOptions } from '../builders/an-io.ts';
import { aPod, CREATED_AT, terminated, waiting, type PodOptions } from '../builders/a-pod.ts';
import { until } from '../drivers/until.ts';

const NOW = '2025-03-01T12:05:00Z';

const endings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

interface Started {
  readonly playground: Playground;
  /** Runs `pods` with one command line. */
  readonly run: (line: string, options?: FakeIoOptions) => Promise<Ran>;
  /** Starts it, for one that does not end by itself. */
  readonly begin: (line: string) => { readonly fake: FakeIo; readonly ended: Promise<number> };
}

interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function start(pods: readonly PodOptions[], hook?: Hook): Promise<Started> {
  const playground = await createPlayground({ makeKubelet: makeFakeKubelet, ...(hook && { hook }) });
  for (const options of pods) create(playground, aPod({ namespace: 'default', ...options }));
  const folder = await mkdtemp(path.join(tmpdir(), 'pods-test-'));
  endings.push(() => rm(folder, { recursive: true }), playground.close);
  const kubeconfig = path.join(folder, 'kubeconfig');
  await writeFile(kubeconfig, playground.kubeconfig('viewer'));
  const begin = (line: string, options: FakeIoOptions = {}) => {
    const fake = anIo({ now: NOW, ...options, env: { KUBECONFIG: kubeconfig, ...options.env } });
    const words = line.split(' ').filter((word) => word !== '');
    return { fake, ended: runProgram(fake.io, ['pods', ...words]) };
  };
  const run: Started['run'] = async (line, options) => {
    const { fake, ended } = begin(line, options);
    const exitCode = await ended;
    return { exitCode, stdout: fake.stdoutText(), stderr: fake.stderrText() };
  };
  return { playground, run, begin };
}

function create(playground: Playground, { metadata, spec, status = {} }: Pod): void {
  const { name = '', namespace = '', labels = {} } = metadata;
  const created = playground.createPod({ name, namespace, labels, creationTimestamp: CREATED_AT, spec });
  playground.setStatus(podRef(created), status);
}

const ended = (exitCode: number) => terminated(exitCode, { finishedAt: '2025-03-01T12:04:30Z' });
const HEALTHY: PodOptions = {
  name: 'ok',
  inits: [{ name: 'proxy', image: 'proxy:1', restartPolicy: 'Always' }],
};
const CRASHING: PodOptions = {
  name: 'bad',
  apps: [
    { restartCount: 4, ready: false, state: waiting('CrashLoopBackOff'), lastState: ended(137) },
    { name: 'log', image: 'log:1' },
  ],
  ephemerals: [{ name: 'dbg', targetContainerName: 'app' }],
  status: { conditions: [{ type: 'Ready', status: 'False' }] },
};

describe('pods --containers', () => {
  it('shows a row for each container with its role', async () => {
    const { run } = await start([HEALTHY, CRASHING]);
    expect(await run('--containers')).toEqual({
      exitCode: 0,
      stdout: [
        'NAME   CONTAINER   ROLE        READY    STATE              RESTARTS      STARTED   IMAGE',
        'bad    app         app         false    CrashLoopBackOff   4 (30s ago)   <none>    registry.example/app:1',
        'bad    log         app         true     Running            0             5m        log:1',
        'bad    dbg         ephemeral   <none>   Running            0             5m        busybox',
        'ok     proxy       sidecar     true     Running            0             5m        proxy:1',
        'ok     app         app         true     Running            0             5m        registry.example/app:1',
        '',
      ].join('\n'),
      stderr: '',
    });
  });

  it.each([
    { line: '--containers ok --no-headers', rows: 2, first: /^ok +proxy +sidecar/ },
    { line: '--containers -A -o wide', rows: 6, first: /^NAMESPACE +NAME .* LAST STATE +IMAGE ID +IMAGE$/ },
    { line: '--containers --show-kind bad', rows: 4, first: /^NAME/ },
    { line: '--containers --show-labels ok', rows: 3, first: /LABELS$/ },
    { line: '--containers --sort-by=.status.containerStatuses[0].restartCount', rows: 6, first: /^NAME/ },
  ])('goes with other flags: $line', async ({ line, rows, first }) => {
    const { run } = await start([HEALTHY, CRASHING]);
    const { exitCode, stdout } = await run(line);
    const lines = stdout.trimEnd().split('\n');
    expect({ exitCode, rows: lines.length }).toEqual({ exitCode: 0, rows });
    expect(lines[0]).toMatch(first);
  });
});

describe('pods --resources', () => {
  const asks = (cpu: string, memory: string) => ({ resources: { requests: { cpu, memory } } });
  const JOB: PodOptions = {
    name: 'job',
    phase: 'Succeeded',
    apps: [{ ...asks('4', '4Gi'), state: ended(0), ready: false }],
  };
  const BIG: PodOptions = {
    name: 'big',
    inits: [asks('2', '1Gi'), { restartPolicy: 'Always', ...asks('100m', '64Mi') }],
    apps: [{ resources: { requests: { cpu: '500m' }, limits: { memory: '1Gi' } } }],
    status: { qosClass: 'Burstable' },
  };

  it('shows what the scheduler counts, and the total of the pods that have not ended', async () => {
    const { run } = await start([BIG, JOB, HEALTHY]);
    const { stdout, exitCode } = await run('--resources');
    expect(exitCode).toBe(0);
    expect(stdout.split('\n').map((row) => row.trimEnd().split(/ {2,}/))).toEqual([
      ['NAME', 'QOS', 'CPU REQUESTS', 'CPU LIMITS', 'MEMORY REQUESTS', 'MEMORY LIMITS'],
      ['big', 'Burstable', '2', '<none>', '1Gi', '1Gi'],
      ['job', 'BestEffort', '4', '<none>', '4Gi', '<none>'],
      ['ok', 'BestEffort', '<none>', '<none>', '<none>', '<none>'],
      ['TOTAL', '2', '<none>', '1Gi', '1Gi'],
      [''],
    ]);
  });

  it.each([
    { line: '--resources --no-headers', names: ['big', 'job', 'ok'] },
    { line: '--resources big', names: ['NAME', 'big'] },
    { line: '--resources big ok', names: ['NAME', 'big', 'ok', 'TOTAL'] },
    { line: '--resources -l app=nobody', names: [''] },
    {
      line: '--resources -o wide --sort-by=.metadata.name',
      names: ['NAME', 'big', 'job', 'ok', 'TOTAL'],
    },
  ])('adds up lists, for who reads them: $line', async ({ line, names }) => {
    const { run } = await start([BIG, JOB, HEALTHY]);
    const { stdout } = await run(line);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((row) => row.split(' ')[0]),
    ).toEqual(names);
  });
});

describe('pods --ephemeral-containers', () => {
  const SHARED: PodOptions = {
    name: 'shared',
    namespace: 'default',
    spec: { shareProcessNamespace: true },
    ephemerals: [
      { name: 'a', state: ended(1), ready: false },
      { name: 'b', hasStatus: false },
    ],
  };

  it('shows the debug containers, whose processes they see, and what the namespace allows', async () => {
    const { run } = await start([HEALTHY, CRASHING, SHARED]);
    const { stdout, exitCode } = await run('--ephemeral-containers');
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      [
        'NAME     CONTAINER   STATE       SINCE    TARGET   PID MODE    POD SECURITY',
        'bad      dbg         Running     5m       app      container   <none>',
        'ok       <none>      <none>      <none>   <none>   container   <none>',
        'shared   a           Error (1)   30s      <none>   shared      <none>',
        'shared   b           <none>      <none>   <none>   shared      <none>',
        '',
      ].join('\n'),
    );
  });

  it.each([
    { line: '', where: 'namespaces/default' },
    { line: '-A', where: 'namespaces' },
  ])('asks the server once for the level, $where', async ({ line, where }) => {
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
    const namespace = { metadata: { name: 'default', labels } };
    const asked: string[] = [];
    const { run } = await start([CRASHING, SHARED], ({ path: at }) => {
      if (at !== `/api/v1/${where}`) return undefined;
      asked.push(at);
      return { status: 200, body: where === 'namespaces' ? { items: [namespace] } : namespace };
    });
    const { stdout } = await run(`--ephemeral-containers --no-headers ${line}`);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((row) => row.trimEnd().split(/ {2,}/).at(-1)),
    ).toEqual(Array(3).fill('restricted'));
    expect(asked).toHaveLength(1);
  });

  it('says that the level is not known to one who may not read it', async () => {
    const { run } = await start([CRASHING], ({ path: at }) =>
      at === '/api/v1/namespaces/default'
        ? { status: 403, body: { kind: 'Status', status: 'Failure', reason: 'Forbidden', code: 403 } }
        : undefined,
    );
    expect((await run('--ephemeral-containers --debugged')).stdout).toMatch(/container {3}<unknown>\n$/);
  });
});

const LEFT: PodOptions = { name: 'left', ephemerals: [{ name: 'old', state: terminated(0) }] };
const COPY: PodOptions = {
  name: 'node-debugger-n1-abcde',
  metadata: { labels: { 'app.kubernetes.io/managed-by': 'kubectl-debug' } },
  apps: [{ name: 'debugger-ann-b-x7k2p' }],
};

describe('filters of pods', () => {
  it.each([
    { line: '--not-ready', names: ['bad'] },
    { line: '--restarted-since=1m', names: ['bad'] },
    { line: '--restarted-since=10s', names: [] },
    { line: '--with-sidecars', names: ['ok'] },
    { line: '--debugged', names: ['bad'] },
    { line: '--debugged --with-sidecars', names: [] },
    { line: 'ok bad --not-ready', names: ['bad'] },
  ])('show with $line only $names', async ({ line, names }) => {
    const { run } = await start([HEALTHY, CRASHING]);
    const { exitCode, stdout } = await run(`${line} -o name`);
    expect(exitCode).toBe(0);
    expect(stdout).toBe(names.map((name) => `pod/${name}\n`).join(''));
  });

  const DONE: PodOptions = { name: 'done', phase: 'Succeeded', apps: [{ state: terminated(0) }] };
  it.each([
    { line: '--not-ready', pods: [HEALTHY], said: 'the only pod is ready' },
    { line: 'ok --not-ready', pods: [HEALTHY], said: 'the only pod is ready' },
    {
      line: '--not-ready',
      pods: [HEALTHY, { name: 'b' }, { name: 'c' }],
      said: 'all 3 pods are ready',
    },
    { line: '--not-ready -A', pods: [HEALTHY, { name: 'b' }], said: 'all 2 pods are ready' },
    {
      line: '--not-ready',
      pods: [HEALTHY, { name: 'b' }, DONE],
      said: 'all 2 pods are ready; 1 more has succeeded',
    },
    { line: '--not-ready', pods: [DONE], said: 'the only pod has succeeded' },
    { line: '--not-ready --with-sidecars', pods: [HEALTHY, { name: 'b' }], said: 'none of the 2 pods fits' },
    {
      line: '--debugged',
      pods: [HEALTHY, LEFT],
      said: 'none of the 2 pods is being debugged now; --all also shows what has ended',
    },
    {
      line: '--debugged',
      pods: [HEALTHY],
      said: 'the only pod is not being debugged now; --all also shows what has ended',
    },
    { line: '--debugged --all', pods: [HEALTHY], said: 'the only pod has no debug container' },
    {
      line: '--debugged --all',
      pods: [HEALTHY, { name: 'b' }, { name: 'c' }],
      said: 'none of the 3 pods has a debug container',
    },
    { line: '--with-sidecars', pods: [{ name: 'b' }], said: 'the only pod does not fit' },
    { line: '--not-ready', pods: [], said: 'No resources found in default namespace.' },
  ])('say with $line why no pod fits: $said', async ({ line, pods, said }) => {
    const { run } = await start(pods);
    expect(await run(line)).toEqual({ exitCode: 0, stdout: '', stderr: `${said}\n` });
  });

  it('show what is being debugged, whose it is and since when; ended ones with --all', async () => {
    const { run } = await start([HEALTHY, LEFT, CRASHING, COPY]);
    const rows = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((row) => row.trimEnd().split(/ {2,}/));
    const head = ['NAME', 'KIND', 'CONTAINER', 'STATE', 'SINCE', 'STARTED BY', 'TARGET'];
    const running = [
      ['bad', 'debug container', 'dbg', 'Running', '5m', '<none>', 'app'],
      ['node-debugger-n1-abcde', 'node pod', 'debugger-ann-b-x7k2p', 'Running', '5m', 'ann-b', '<none>'],
    ];
    expect(rows((await run('--debugged')).stdout)).toEqual([head, ...running]);
    expect(rows((await run('--debugged --all')).stdout)).toEqual([
      head,
      running[0],
      ['left', 'debug container', 'old', 'Completed', '5m', '<none>', '<none>'],
      running[1],
    ]);
    expect((await run('--debugged -o name')).stdout).toBe('pod/bad\npod/node-debugger-n1-abcde\n');
  });

  it('refuse --all alone, which is not --all-namespaces', async () => {
    const { run } = await start([]);
    expect(await run('--all')).toMatchObject({ exitCode: 1, stdout: '' });
  });

  it('show in a watch a pod that begins to fit, and once more when it no longer does', async () => {
    const { begin, playground } = await start([HEALTHY]);
    const { fake, ended: watched } = begin('-w --not-ready --no-headers');
    await until(() => playground.requests.some(({ query }) => query.has('watch')), fake.stdoutText);
    const ref = { namespace: 'default', name: 'ok' };
    const { status = {} } = aPod(HEALTHY);
    const set = async (reason: string, isReady: boolean): Promise<void> => {
      const conditions = [{ type: 'Ready', status: isReady ? 'True' : 'False' }];
      playground.setStatus(ref, { ...status, reason, conditions });
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    await set('Unseen', true);
    await set('Bad', false);
    await until(() => fake.stdoutText().includes('Bad'), fake.stdoutText);
    await set('Good', true);
    await until(() => fake.stdoutText().includes('Good'), fake.stdoutText);
    await set('UnseenToo', true);
    await set('BadAgain', false);
    await until(() => fake.stdoutText().includes('BadAgain'), fake.stdoutText);
    fake.deliver('SIGINT');
    expect(await watched).toBe(130);
    const statuses = fake
      .stdoutText()
      .trimEnd()
      .split('\n')
      .map((row) => row.split(/ +/)[2]);
    expect(statuses).toEqual(['Bad', 'Good', 'BadAgain']);
  });
});

describe('pods --explain', () => {
  const BAD = [
    'default/bad: READY 1/2, STATUS CrashLoopBackOff, RESTARTS 4 (30s ago)',
    '  STATUS reads CrashLoopBackOff because app container "app" says so.',
    '  App container "app" keeps ending, so the node waits before each new start (CrashLoopBackOff, restarts: 4); its last run ended 30s ago with exit code 137 (Error).',
    '  1 debug container (running: "dbg") is not counted in READY.',
    '  its whole log: kubectl logs bad -n default -c app --previous',
    '  a shell in a copy, in place of its command: kubectl-debug bad -n default --copy-to=bad-debug --rm -c app -- sh',
    '',
  ].join('\n');
  const OK = 'default/ok: READY 2/2, STATUS Running, RESTARTS 0\n  All of its containers are ready.\n';

  it.each([
    { line: '--explain bad', stdout: BAD },
    { line: 'bad --explain', stdout: BAD },
    { line: '--explain', stdout: `${BAD}\n${OK}` },
    { line: '--explain --chunk-size=1', stdout: `${BAD}\n${OK}` },
    { line: '--explain --not-ready --sort-by=.metadata.name', stdout: BAD },
  ])('answers in sentences: $line', async ({ line, stdout }) => {
    const { run } = await start([HEALTHY, CRASHING]);
    expect(await run(line)).toEqual({ exitCode: 0, stdout, stderr: '' });
  });

  it('says when there is nothing to explain', async () => {
    const { run } = await start([HEALTHY]);
    expect(await run('--explain --not-ready')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'the only pod is ready\n',
    });
  });

  it('lets nothing that a pod says steer the terminal', async () => {
    const state = waiting('Odd\u001b[2J', 'a\u202eb\nerror: forged');
    const { run } = await start([{ name: 'evil', apps: [{ state, ready: false }] }]);
    const { stdout } = await run('--explain', { isTerminal: true });
    expect(stdout).toContain('(Odd^[[2J): a\\u202eb\\nerror: forged.');
    expect(stdout.replaceAll(/\u001b\[\d+m/g, '')).not.toMatch(/[\u001b\u202e]/);
  });
});

describe('colours of pods', () => {
  const RED = '\u001b[31mCrashLoopBackOff\u001b[39m';
  it.each([
    { line: '', options: {}, isColored: false },
    { line: '', options: { isTerminal: true }, isColored: true },
    { line: '', options: { isTerminal: true, env: { NO_COLOR: '1' } }, isColored: false },
    { line: '--color=never', options: { isTerminal: true }, isColored: false },
    { line: '--color=always', options: { env: { NO_COLOR: '1' } }, isColored: true },
  ])('are there: $isColored, with $line and $options', async ({ line, options, isColored }) => {
    const { run } = await start([CRASHING]);
    const { stdout } = await run(`bad ${line}`, options);
    expect(stdout).toContain('CrashLoopBackOff');
    expect(stdout.includes(RED)).toBe(isColored);
    expect(stdout.includes('\u001b')).toBe(isColored);
  });
});
