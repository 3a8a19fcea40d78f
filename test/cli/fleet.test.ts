import { afterAll, beforeAll, expect, it } from 'vitest';
import { inProcessProgram } from '../drivers/in-process-program.ts';
import { finish } from '../drivers/run-command.ts';
import { until } from '../drivers/until.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';

const IMAGE = 'localhost/kubectl-debug:dev';
const COUNT = 12;

let local: RunPlayground;

beforeAll(async () => {
  local = await runPlayground(undefined, 'none', { [IMAGE]: inProcessProgram });
  const state = { running: { startedAt: '2026-01-01T00:00:00Z' } };
  for (let index = 0; index < COUNT; index += 1) {
    local.playground.createPod({
      name: `pod-${index}`,
      labels: { test: 'fleet' },
      spec: { nodeName: `node-${index % 5}`, containers: [{ name: 'app', image: 'example/app:1' }] },
      behaviour: {
        kind: 'scripted',
        status: {
          phase: 'Running',
          containerStatuses: [{ name: 'app', ready: true, restartCount: 0, state }],
        },
        ephemeral: { startMs: 5, runMs: 5, exitCode: index % 7 === 0 ? 3 : 0, output: [`pod ${index}`] },
      },
    });
  }
});

afterAll(() => local.close());

const SLOW_SPEC = { nodeName: 'node-0', containers: [{ name: 'app', image: 'example/app:1' }] };
/** Its debug container runs until it is ended. */
const SLOW = {
  kind: 'scripted',
  status: {
    phase: 'Running',
    containerStatuses: [
      {
        name: 'app',
        ready: true,
        restartCount: 0,
        state: { running: { startedAt: '2026-01-01T00:00:00Z' } },
      },
    ],
  },
  ephemeral: { startMs: 5, runMs: 60_000, exitCode: 0, output: [] },
} as const;

interface Row {
  readonly pod: string;
  readonly exitCode: number;
  readonly output: string;
}

async function audit(...flags: readonly string[]) {
  const fixed = ['-l', 'test=fleet', '--yes', '-q', '--image=b:1', '--envelope=false', '-o', 'json'];
  const result = await finish(local.start(['audit', ...fixed, ...flags, '--', 'true']));
  const { rows: all } = JSON.parse(result.stdout) as { readonly rows: readonly Row[] };
  const rows = all.map(({ pod, exitCode, output }) => ({ pod, exitCode, output }));
  return { ...result, rows: rows.sort((one, other) => (one.pod < other.pod ? -1 : 1)) };
}

it('has the answer of every pod by four workers in the cluster, and runs nothing twice', async () => {
  const { requests } = local.playground;
  const { rows, exitCode } = await audit('--in-cluster=4', `--in-cluster-image=${IMAGE}`);
  const expected = Array.from({ length: COUNT }, (_, index) => ({
    pod: `pod-${index}`,
    exitCode: index % 7 === 0 ? 3 : 0,
    output: `pod ${index}\n`,
  }));
  expect(rows).toEqual(expected.sort((one, other) => (one.pod < other.pod ? -1 : 1)));
  expect(exitCode).toBe(1);
  const added = requests.filter(
    ({ method, path }) => method === 'PATCH' && path.endsWith('ephemeralcontainers'),
  );
  expect(new Set(added.map(({ path }) => path)).size).toBe(COUNT);
  expect(added).toHaveLength(COUNT);
  expect(added.every(({ user }) => user.startsWith('system:serviceaccount:default:audit-'))).toBe(true);
});

const FLEET = ['audit', '-l', 'test=fleet', '--yes', '--image=b:1', '--envelope=false', '--in-cluster=2'];
const WORKERS = `--in-cluster-image=${IMAGE}`;
const call = (...argv: readonly string[]) => finish(local.start(argv));
const hasRuns = async (): Promise<boolean> => (await call('audit', '--follow')).stdout !== '';

it('leaves a run that goes on, lists it, and follows it from its beginning to its end', async () => {
  const left = local.start([...FLEET, WORKERS, '-o', 'jsonl', '--', 'true']);
  await left.untilStderr('the cluster runs the audit');
  const runId = /runs the audit (\S+):/.exec(left.stderrText())?.[1] ?? '';
  left.deliver('SIGHUP');
  expect(await left.ended).toBe(129);
  expect(left.stderrText()).toContain(
    `the audit goes on in the cluster; to follow it again: kubectl-debug audit --follow=${runId} -n default; to end it: kubectl delete job audit-${runId} -n default\n`,
  );
  const list = await call('audit', '--follow');
  expect(list.exitCode).toBe(2);
  expect(list.stdout).toMatch(new RegExp(`^RUN .*\n${runId} .* default .*/12 +true\n$`));
  expect(list.stderr).toContain(`hint: the newest: kubectl-debug audit --follow=${runId} -n default\n`);
  const completed = await call('completion', '--', 'audit', '--follow=');
  expect(completed.stdout).toContain(`--follow=${runId}`);
  const followed = await call('audit', '--follow', `audit-${runId}`, '-q', '-o', 'jsonl');
  expect(followed.stdout.trim().split('\n')).toHaveLength(COUNT);
  expect(followed).toMatchObject({ exitCode: 1, stderr: '' });
  const again = await call('audit', `--follow=${runId}`);
  expect(again.exitCode).toBe(3);
  expect(again.stderr).toContain(`there is no audit ${runId} in namespace default`);
  expect(again.stderr).toContain('[not-found]\nhint: to list the audits that run:');
});

it('creates nothing when the results cannot be written', async () => {
  const { exitCode, stderr } = await call(...FLEET, WORKERS, '--output-dir=/dev/null/x', '--', 'true');
  expect(exitCode).toBe(3);
  expect(stderr).toContain('[output-failed]');
  expect(await hasRuns()).toBe(false);
});

it('names the pods that were not audited when the run is ended, and no --resume', async () => {
  local.playground.createPod({ name: 'slow', labels: { test: 'slow' }, behaviour: SLOW, spec: SLOW_SPEC });
  const argv = ['audit', '-l', 'test=slow', '--yes', '--image=b:1', '--envelope=false', '--in-cluster'];
  const running = local.start([...argv, WORKERS, '--', 'true']);
  const { requests } = local.playground;
  const isAdded = () => requests.some(({ path }) => path.endsWith('/pods/slow/ephemeralcontainers'));
  await until(isAdded, running.stderrText);
  running.deliver('SIGTERM');
  await running.untilStderr('the workers start nothing more; waiting for running commands');
  running.deliver('SIGTERM');
  expect(await running.ended).toBe(143);
  expect(running.stderrText()).toMatch(
    /Warning: interrupted; to try again: the same command with only these pods: default\/slow\n/,
  );
  expect(running.stderrText()).not.toContain('--resume');
  expect(await hasRuns()).toBe(false);
});
