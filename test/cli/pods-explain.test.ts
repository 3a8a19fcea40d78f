import { describe, expect, it } from 'vitest';
import type { Hook } from '../../playground/hook.ts';
import { waiting } from '../builders/a-pod.ts';
import { CRASHING, HEALTHY, startPods } from './start-pods.ts';

interface Answers {
  readonly metrics?: string;
  readonly node?: string;
  readonly nodeRefusal?: number;
}

/** Answers for a metrics server and a node. */
const answering =
  ({ metrics, node, nodeRefusal }: Answers): Hook =>
  ({ path }) => {
    if (metrics !== undefined && path.startsWith('/apis/metrics.k8s.io/v1beta1/namespaces/default/pods/'))
      return { status: 200, body: { containers: [{ name: 'app', usage: { memory: metrics } }] } };
    if (!path.startsWith('/api/v1/nodes/')) return undefined;
    if (nodeRefusal !== undefined)
      return { status: nodeRefusal, body: { kind: 'Status', code: nodeRefusal } };
    return node === undefined
      ? undefined
      : { status: 200, body: { metadata: { name: 'n' }, status: { capacity: { memory: node } } } };
  };

describe('pods --explain', () => {
  const BAD = [
    'default/bad: READY 1/2, STATUS CrashLoopBackOff, RESTARTS 4 (30s ago)',
    '  STATUS reads CrashLoopBackOff because app container "app" says so.',
    '  App container "app" keeps ending, so the node waits before each new start (CrashLoopBackOff, restarts: 4); its last run ended 30s ago with exit code 137 (Error).',
    '  its whole log: kubectl logs bad -n default -c app --previous',
    '  a shell in a copy, in place of its command: kubectl-debug bad -n default --copy-to=bad-debug --rm -c app -- sh',
    '  1 debug container (running: "dbg") is not counted in READY.',
    '  Debug container "dbg" started 5m ago (2025-03-01T12:00:00Z) and runs.',
    '',
  ].join('\n');
  /** What is told of a pod that is named on the command line; the playground's viewer may read the node, which is none. */
  const BAD_NAMED = [
    BAD.trimEnd(),
    '  If the node runs out of memory, the kernel kills this pod among the first, as it requests nothing: oom_score_adj is 1000, also for a debug container.',
    '  Each container sees only its own processes; its process 1 has to reap zombies, also those that a debug container leaves.',
    '  The memory of a debug container counts as that of the pod, which has no limit, as "app" and "log" have none; it requests 0.',
    '',
  ].join('\n');
  const OK = 'default/ok: READY 2/2, STATUS Running, RESTARTS 0\n  All of its containers are ready.\n';

  it.each([
    { line: '--explain bad', stdout: BAD_NAMED },
    { line: 'bad --explain', stdout: BAD_NAMED },
    { line: '--explain', stdout: `${BAD}\n${OK}` },
    { line: '--explain --chunk-size=1', stdout: `${BAD}\n${OK}` },
    { line: '--explain --not-ready --sort-by=.metadata.name', stdout: BAD },
  ])('answers in sentences: $line', async ({ line, stdout }) => {
    const { run } = await startPods([HEALTHY, CRASHING]);
    expect(await run(line)).toEqual({ exitCode: 0, stdout, stderr: '' });
  });

  it.each([
    {
      label: 'used',
      answers: { metrics: '46Mi' },
      says: /may use 100Mi \(46Mi used when last measured, 54Mi left\)/,
    },
    { label: 'little', answers: { metrics: '90Mi' }, says: /little room: 10Mi of the 100Mi/ },
    {
      label: 'requested, without metrics',
      answers: {},
      says: /may use 100Mi \(it requests 20Mi\)/,
    },
    {
      label: 'scored on a node of known size',
      answers: { node: '1000Mi' },
      says: /is 999 for a debug container, 980 for app container "app"/,
    },
    {
      label: 'scored on a node that may not be read',
      answers: { nodeRefusal: 403 },
      says: /the memory of node "[^"]+", which could not be read/,
    },
  ])('says what memory is $label', async ({ answers, says }) => {
    const limited = {
      apps: [{ resources: { requests: { memory: '20Mi' }, limits: { memory: '100Mi' } } }],
      status: { qosClass: 'Burstable' },
    };
    const { run } = await startPods([limited], answering(answers));
    expect((await run('--explain web-1')).stdout).toMatch(says);
  });

  it('asks about memory for a named pod only', async () => {
    const asked: string[] = [];
    const { run } = await startPods([HEALTHY], ({ path }) => {
      if (/nodes|metrics/.test(path)) asked.push(path);
      return undefined;
    });
    await run('--explain');
    expect(asked).toEqual([]);
    await run('--explain ok');
    expect(asked).toHaveLength(2);
  });

  it('says when there is nothing to explain', async () => {
    const { run } = await startPods([HEALTHY]);
    expect(await run('--explain --not-ready')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'the only pod is ready\n',
    });
  });

  it('lets nothing that a pod says steer the terminal', async () => {
    const state = waiting('Odd\u001b[2J', 'a\u202eb\nerror: forged');
    const { run } = await startPods([{ name: 'evil', apps: [{ state, ready: false }] }]);
    const { stdout } = await run('--explain', { isTerminal: true });
    expect(stdout).toContain('(Odd^[[2J): a\\u202eb\\nerror: forged.');
    expect(stdout.replaceAll(/\u001b\[\d+m/g, '')).not.toMatch(/[\u001b\u202e]/);
  });
});
