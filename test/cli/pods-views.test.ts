import { describe, expect, it } from 'vitest';
import type { PodOptions } from '../builders/a-pod.ts';
import { CRASHING, endedHalfAMinuteAgo, HEALTHY, startPods } from './start-pods.ts';

describe('pods --containers', () => {
  it('shows a row for each container with its role', async () => {
    const { run } = await startPods([HEALTHY, CRASHING]);
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
    const { run } = await startPods([HEALTHY, CRASHING]);
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
    apps: [{ ...asks('4', '4Gi'), state: endedHalfAMinuteAgo(0), ready: false }],
  };
  const BIG: PodOptions = {
    name: 'big',
    inits: [asks('2', '1Gi'), { restartPolicy: 'Always', ...asks('100m', '64Mi') }],
    apps: [{ resources: { requests: { cpu: '500m' }, limits: { memory: '1Gi' } } }],
    status: { qosClass: 'Burstable' },
  };

  it('shows what the scheduler counts, and the total of the pods that have not ended', async () => {
    const { run } = await startPods([BIG, JOB, HEALTHY]);
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
    const { run } = await startPods([BIG, JOB, HEALTHY]);
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
      { name: 'a', state: endedHalfAMinuteAgo(1), ready: false },
      { name: 'b', hasStatus: false },
    ],
  };

  it('shows the debug containers, whose processes they see, and what the namespace allows', async () => {
    const { run } = await startPods([HEALTHY, CRASHING, SHARED]);
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
    const { run } = await startPods([CRASHING, SHARED], ({ path: at }) => {
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
    const { run } = await startPods([CRASHING], ({ path: at }) =>
      at === '/api/v1/namespaces/default'
        ? { status: 403, body: { kind: 'Status', status: 'Failure', reason: 'Forbidden', code: 403 } }
        : undefined,
    );
    expect((await run('--ephemeral-containers --debugged')).stdout).toMatch(/container {3}<unknown>\n$/);
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
    const { run } = await startPods([CRASHING]);
    const { stdout } = await run(`bad ${line}`, options);
    expect(stdout).toContain('CrashLoopBackOff');
    expect(stdout.includes(RED)).toBe(isColored);
    expect(stdout.includes('\u001b')).toBe(isColored);
  });
});
