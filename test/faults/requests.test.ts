import { expect, it } from 'vitest';
import type { HookAnswer, HookRequest } from '../../playground/hook.ts';
import { running } from '../builders/a-pod.ts';
import { until } from '../drivers/until.ts';
import { aFaultyCluster } from './a-faulty-cluster.ts';
import { CREATING } from './scripted-kubelet.ts';

/** Without a target, whose processes would be looked for beside the session once the status says that it runs. */
const SHELL = ['web-1', '--image=busybox', '-c', 'dbg', '-it', '-q', '--target='];
/** Longer than between any two early attempts. */
const LATE_MS = 10_000;

const FORBIDDEN: HookAnswer = {
  status: 403,
  body: { kind: 'Status', status: 'Failure', code: 403, reason: 'Forbidden', message: 'not allowed' },
};

/** Nobody may watch what these paths end with. */
const forbid =
  (ends: readonly string[]) =>
  ({ path, query }: HookRequest): HookAnswer | undefined =>
    query.has('watch') && ends.some((end) => path.endsWith(end)) ? FORBIDDEN : undefined;

/** What a request is for, as people say it. */
function purposeOf({ method, path, query }: HookRequest): string {
  const resource = path.slice(path.lastIndexOf('/') + 1);
  if (method !== 'GET') return `${method} ${resource}`;
  return `${query.has('watch') ? 'watch' : 'get'} ${resource}`;
}

/** How often each purpose occurs. */
function countPurposes(requests: readonly HookRequest[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const purpose of requests.map(purposeOf)) counts[purpose] = (counts[purpose] ?? 0) + 1;
  return counts;
}

interface Row {
  readonly label: string;
  readonly forbidden: readonly string[];
  /** Whether the node reports the start before its status says so. */
  readonly announces: boolean;
  readonly attempts: number;
}

/** Starts a shell whose container runs long after the last early attempt; counts the requests up to its first byte. */
async function countUntilFirstByte({ forbidden, announces, attempts }: Row) {
  const cluster = await aFaultyCluster({ firstState: CREATING, hook: forbid(forbidden) });
  const { container, playground } = cluster;
  const command = cluster.start(SHELL, { isTerminal: true });
  const nowMs = (): number => command.io.now().getTime();
  const attaches = (): number => countPurposes(playground.requests)['get attach'] ?? 0;
  await until(() => attaches() >= attempts, command.stderrText);
  const triedMs = nowMs();
  await until(() => nowMs() - triedMs > LATE_MS, command.stderrText);
  if (announces) container.announce();
  container.report(running());
  await until(() => container.clients() > 0, command.stderrText);
  const counts = countPurposes(playground.requests);
  container.print('# ');
  await command.untilStdout('# ');
  container.exit(0);
  expect(await command.ended).toBe(0);
  return counts;
}

/** What came before a late attach is looked for beside it, so that the request may be counted or not yet. */
const MOST_LOGS = 1;
const NEEDED = {
  'get web-1': 1,
  'POST selfsubjectaccessreviews': 2,
  'PATCH ephemeralcontainers': 1,
  'watch events': 1,
  'watch pods': 1,
};

it.each<Row>([
  { label: 'events tell of the start', forbidden: [], announces: true, attempts: 3 },
  { label: 'the node has dropped its events', forbidden: [], announces: false, attempts: 3 },
  { label: 'events may not be read', forbidden: ['/events'], announces: true, attempts: 12 },
])(
  'takes GET, two reviews, PATCH, two watches and the attach to the first byte, and $attempts early attempts at most, where $label',
  async (row) => {
    const { 'get log': logs = 0, ...others } = await countUntilFirstByte(row);
    expect(others).toEqual({ ...NEEDED, 'get attach': row.attempts + 1 });
    expect(logs).toBeLessThanOrEqual(MOST_LOGS);
  },
);

it('reads the pod in place of a watch that is forbidden', async () => {
  const row = { label: '', forbidden: ['/pods', '/events'], announces: false, attempts: 12 };
  const { 'get web-1': readings = 0, 'get log': logs = 0, ...others } = await countUntilFirstByte(row);
  expect(others).toEqual({ ...NEEDED, 'get web-1': undefined, 'get attach': 13 });
  expect(readings).toBeGreaterThan(1);
  expect(logs).toBeLessThanOrEqual(MOST_LOGS);
});
