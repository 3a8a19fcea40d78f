import { describe, expect, it } from 'vitest';
import { aPod, terminated, type PodOptions } from '../builders/a-pod.ts';
import { until } from '../drivers/until.ts';
import { CRASHING, HEALTHY, startPods } from './start-pods.ts';

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
    const { run } = await startPods([HEALTHY, CRASHING]);
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
    const { run } = await startPods(pods);
    expect(await run(line)).toEqual({ exitCode: 0, stdout: '', stderr: `${said}\n` });
  });

  it('show what is being debugged, whose it is and since when; ended ones with --all', async () => {
    const { run } = await startPods([HEALTHY, LEFT, CRASHING, COPY]);
    const rows = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((row) => row.trimEnd().split(/ {2,}/));
    const head = ['NAME', 'KIND', 'CONTAINER', 'STATE', 'SINCE', 'STARTED BY', 'TARGET', 'REASON'];
    const running = [
      ['bad', 'debug container', 'dbg', 'Running', '5m', '<none>', 'app', '<none>'],
      [
        'node-debugger-n1-abcde',
        'node pod',
        'debugger-ann-b-x7k2p',
        'Running',
        '5m',
        'ann-b',
        '<none>',
        '<none>',
      ],
    ];
    expect(rows((await run('--debugged')).stdout)).toEqual([head, ...running]);
    expect(rows((await run('--debugged --all')).stdout)).toEqual([
      head,
      running[0],
      ['left', 'debug container', 'old', 'Completed', '5m', '<none>', '<none>', '<none>'],
      running[1],
    ]);
    expect((await run('--debugged -o name')).stdout).toBe('pod/bad\npod/node-debugger-n1-abcde\n');
  });

  it('refuse --all alone, which is not --all-namespaces', async () => {
    const { run } = await startPods([]);
    expect(await run('--all')).toMatchObject({ exitCode: 1, stdout: '' });
  });

  it('show in a watch a pod that begins to fit, and once more when it no longer does', async () => {
    const { begin, playground } = await startPods([HEALTHY]);
    const command = begin('-w --not-ready --no-headers');
    await until(() => playground.requests.some(({ query }) => query.has('watch')), command.stdoutText);
    const ref = { namespace: 'default', name: 'ok' };
    const { status = {} } = aPod(HEALTHY);
    const set = (reason: string, isReady: boolean): void => {
      const conditions = [{ type: 'Ready', status: isReady ? 'True' : 'False' }];
      playground.setStatus(ref, { ...status, reason, conditions });
    };
    set('Unseen', true);
    set('Bad', false);
    await command.untilStdout('Bad');
    set('Good', true);
    await command.untilStdout('Good');
    set('UnseenToo', true);
    set('BadAgain', false);
    await command.untilStdout('BadAgain');
    command.deliver('SIGINT');
    expect(await command.ended).toBe(130);
    const statuses = command
      .stdoutText()
      .trimEnd()
      .split('\n')
      .map((row) => row.split(/ +/)[2]);
    expect(statuses).toEqual(['Bad', 'Good', 'BadAgain']);
  });
});
