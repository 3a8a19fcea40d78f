import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RowJson } from '../../src/audit/rows/row-json.ts';
import type { Hook } from '../../playground/hook.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import type { RunningCommand } from '../drivers/run-command.ts';

const WELL: Hook = () => undefined;

let cluster: RunPlayground;
let state: string;
let hook: Hook = WELL;
beforeAll(async () => {
  cluster = await runPlayground((request) => hook(request));
  state = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-faults-'));
});
afterEach(() => {
  hook = WELL;
});
afterAll(async () => {
  await cluster.close();
  await rm(state, { recursive: true, force: true });
});

const start = (...argv: readonly string[]): RunningCommand =>
  cluster.start(['audit', '--yes', '-q', '-o', 'jsonl', ...argv], { env: { XDG_STATE_HOME: state } });

async function rowsOf(command: RunningCommand): Promise<readonly RowJson[]> {
  await command.ended;
  const lines = command
    .stdoutText()
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as RowJson);
}

const debugContainersOf = (name: string): readonly string[] =>
  cluster.readPod(name).spec.ephemeralContainers?.map((container) => container.name) ?? [];

const isPatch: (request: Parameters<Hook>[0]) => boolean = ({ path: of }) =>
  of.endsWith('/ephemeralcontainers');
const isLog: (request: Parameters<Hook>[0]) => boolean = ({ path: of }) => of.endsWith('/log');
const isWatch: (request: Parameters<Hook>[0]) => boolean = ({ query }) => query.get('watch') === 'true';

/** Answers so to the first two of these requests for each path, as if they were not heard. */
function twiceEach(fits: (request: Parameters<Hook>[0]) => boolean, answer: ReturnType<Hook>): Hook {
  const counts = new Map<string, number>();
  return (request) => {
    if (!fits(request)) return undefined;
    const count = (counts.get(request.path) ?? 0) + 1;
    counts.set(request.path, count);
    return count <= 2 ? answer : undefined;
  };
}

const OVERLOADED = { status: 429, body: { kind: 'Status', code: 429, reason: 'TooManyRequests' } };

describe('an audit of a cluster in trouble', () => {
  it.each<{ label: string; trouble: () => Hook }>([
    {
      label: 'an overloaded server that names no time',
      trouble: () => twiceEach((request) => isPatch(request) || isLog(request), OVERLOADED),
    },
    {
      label: 'an overloaded server that names a time',
      trouble: () => twiceEach(isPatch, { ...OVERLOADED, headers: { 'retry-after': '1' } }),
    },
    {
      label: 'connections that break before the answer',
      trouble: () => twiceEach((request) => isPatch(request) || isLog(request), { cutAfterBytes: 0 }),
    },
    {
      label: 'a watch that is cut after every event',
      trouble: () => (request) => (isWatch(request) ? { cutAfterEvents: 1 } : undefined),
    },
    {
      label: 'a watch that is refused',
      trouble: () => (request) => (isWatch(request) ? { status: 403 } : undefined),
    },
  ])('asks $label again, and adds one container to each pod', async ({ label, trouble }) => {
    const test = `t${label.length}`;
    const names = await cluster.makePods(test, 3);
    hook = trouble();
    const command = start('-l', `test=${test}`, '--', 'echo', 'hello');
    const rows = await rowsOf(command);
    expect(rows.map(({ outcome, output }) => `${outcome} ${output}`)).toEqual(
      Array.from({ length: 3 }, () => 'exited hello\n'),
    );
    expect(await command.ended).toBe(0);
    expect(names.map((name) => debugContainersOf(name).length)).toEqual([1, 1, 1]);
  });

  it('hears of all ends though the server has forgotten the version that was watched', async () => {
    const [name = ''] = await cluster.makePods('forgotten', 1);
    const gate = cluster.makeGate();
    let cut: () => void = () => undefined;
    const isCut = new Promise<void>((resolve) => (cut = resolve));
    let watches = 0;
    hook = async (request) => {
      if (!isWatch(request)) return undefined;
      watches += 1;
      if (watches > 1) await isCut;
      return watches === 1 ? { cutAfterEvents: 1 } : undefined;
    };
    const command = start(name, '--', 'sh', '-c', gate.wait);
    await expect.poll(() => watches).toBeGreaterThan(1);
    // The first event may be that of another pod, before anything was added to this one.
    await expect.poll(() => debugContainersOf(name)).toHaveLength(1);
    await gate.open();
    await cluster.untilContainer(name, debugContainersOf(name)[0] ?? '', 'terminated');
    cluster.playground.compact();
    cut();
    expect(await rowsOf(command)).toMatchObject([{ outcome: 'exited', exitCode: 0 }]);
  });

  it('has a row for a pod that is deleted while its command runs, and goes on with the others', async () => {
    const [one = '', two = ''] = await cluster.makePods('deleted', 2);
    const gate = cluster.makeGate();
    const command = start(one, two, '--canary=0', '--', 'sh', '-c', gate.wait);
    await expect.poll(() => [one, two].flatMap(debugContainersOf)).toHaveLength(2);
    await cluster.untilContainer(one, debugContainersOf(one)[0] ?? '', 'running');
    await cluster.playground.deletePod({ namespace: 'default', name: one }, 0);
    await gate.open();
    const rows = await rowsOf(command);
    expect(new Map(rows.map(({ pod, outcome }) => [pod, outcome]))).toEqual(
      new Map([
        [one, 'vanished'],
        [two, 'exited'],
      ]),
    );
    expect(await command.ended).toBe(3);
  });

  it('has the exit code of a command whose log may not be read', async () => {
    const [name = ''] = await cluster.makePods('forbidden', 1);
    hook = (request) => (isLog(request) ? { status: 403, body: { kind: 'Status', code: 403 } } : undefined);
    const rows = await rowsOf(start(name, '--', 'sh', '-c', 'exit 4'));
    expect(rows).toMatchObject([
      { outcome: 'incomplete', exitCode: 4, output: '', reason: { kind: 'forbidden' } },
    ]);
  });

  it('stops once too many pods could not be audited', async () => {
    const names = await cluster.makePods('budget', 6);
    const refusal = { kind: 'Status', code: 403, reason: 'Forbidden', message: 'no' };
    hook = (request) => (isPatch(request) ? { status: 403, body: refusal } : undefined);
    const command = start(
      '-l',
      'test=budget',
      '--canary=0',
      '--concurrency=1',
      '--max-failures=2',
      '--',
      'true',
    );
    const rows = await rowsOf(command);
    expect(rows.filter(({ outcome }) => outcome === 'refused')).toHaveLength(3);
    expect(rows.filter(({ outcome }) => outcome === 'not-run')).toHaveLength(names.length - 3);
    expect(command.stderrText()).toMatch(/--max-failures.+--resume=/);
  });

  it('audits a copy with --copy where no debug container may be added, and deletes it', async () => {
    const [name = ''] = await cluster.makePods('copied', 1);
    const refusal = {
      kind: 'Status',
      code: 403,
      reason: 'Forbidden',
      message: 'no',
      details: { name, kind: 'pods' },
    };
    hook = (request) => (isPatch(request) ? { status: 403, body: refusal } : undefined);
    const rows = await rowsOf(start(name, '--copy', '--', 'sh', '-c', 'echo hello; exit 6'));
    expect(rows).toMatchObject([
      {
        pod: name,
        outcome: 'exited',
        exitCode: 6,
        output: 'hello\n',
        notes: [expect.stringContaining('ran in a copy')],
      },
    ]);
    const copy = `${name}-${rows[0]?.container ?? ''}`;
    const created = cluster.playground.requests.filter(
      ({ method, path: of }) => method === 'POST' && of.endsWith('/pods'),
    );
    expect(created).toHaveLength(1);
    await expect.poll(() => cluster.playground.getPod({ namespace: 'default', name: copy })).toBeUndefined();
    expect(debugContainersOf(name)).toEqual([]);
  });
});
