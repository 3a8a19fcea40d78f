import { describe, expect, it } from 'vitest';
import { waiting } from '../builders/a-pod.ts';
import { CRASHING, HEALTHY, startPods } from './start-pods.ts';

describe('pods --explain', () => {
  const BAD = [
    'default/bad: READY 1/2, STATUS CrashLoopBackOff, RESTARTS 4 (30s ago)',
    '  STATUS reads CrashLoopBackOff because app container "app" says so.',
    '  App container "app" keeps ending, so the node waits before each new start (CrashLoopBackOff, restarts: 4); its last run ended 30s ago with exit code 137 (Error).',
    '  1 debug container (running: "dbg") is not counted in READY.',
    '  Debug container "dbg" started 5m ago (2025-03-01T12:00:00Z) and runs.',
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
    const { run } = await startPods([HEALTHY, CRASHING]);
    expect(await run(line)).toEqual({ exitCode: 0, stdout, stderr: '' });
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
