import { afterAll, beforeAll, expect, it } from 'vitest';
import { inProcessProgram } from '../drivers/in-process-program.ts';
import { finish } from '../drivers/run-command.ts';
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
