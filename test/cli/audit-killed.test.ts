import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPackage, type BuiltPackage } from '../drivers/build-package.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish } from '../drivers/run-command.ts';

const HOOK = path.join(import.meta.dirname, '../drivers/kill-at-sync.cjs');
const PODS = ['one', 'two'];
/** Their containers only play a command, without an envelope. */
const AUDIT = ['audit', ...PODS, '--envelope=false', '--concurrency=1', '-q', '--', 'true'];
const REFUSAL = { kind: 'Status', code: 403, reason: 'Forbidden', message: 'no', details: { kind: 'pods' } };

let built: BuiltPackage;
let cluster: RunPlayground;
let state: string;
let refusesToAdd = false;
beforeAll(async () => {
  built = buildPackage();
  state = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-killed-'));
  cluster = await runPlayground(({ path: of }) =>
    refusesToAdd && of.endsWith('/ephemeralcontainers') ? { status: 403, body: REFUSAL } : undefined,
  );
  const ephemeral = { startMs: 1, runMs: 1, exitCode: 0, output: ['hello'] };
  const containers = [{ name: 'app', image: 'example/app:1' }];
  const running = { name: 'app', ready: true, restartCount: 0, state: { running: {} } };
  const status = { phase: 'Running', containerStatuses: [running] };
  for (const name of PODS)
    cluster.playground.createPod({
      name,
      spec: { containers, nodeName: 'n1' },
      behaviour: { kind: 'scripted', status, ephemeral },
    });
});
afterAll(async () => {
  await cluster.close();
  built.remove();
  await rm(state, { recursive: true, force: true });
});

const debugContainers = (): readonly (readonly string[])[] =>
  PODS.map((name) => cluster.readPod(name).spec.ephemeralContainers?.map((each) => each.name) ?? []);
const journals = (): Promise<readonly string[]> =>
  readdir(path.join(state, 'kubectl-debug', 'audits')).catch(() => []);

const environment = (): Readonly<Record<string, string>> => ({
  KUBECONFIG: cluster.kubeconfigs.admin,
  XDG_STATE_HOME: state,
  NODE_OPTIONS: `--require=${HOOK}`,
});

/** Runs an audit that is killed; false once there is no such point. */
async function killedAt(point: number, when: string, argv: readonly string[] = AUDIT): Promise<boolean> {
  const { exitCode } = await built.run(argv, { ...environment(), KILL_AT: `${point}`, KILL_WHEN: when });
  expect([null, 0]).toContain(exitCode);
  return exitCode === null;
}

it.each(['before', 'after'])(
  'runs nothing twice and misses nothing, whichever point of the journal an audit is killed %s',
  async (when) => {
    let point = 1;
    for (; await killedAt(point, when); point += 1) {
      const before = debugContainers();
      const [journal = ''] = await journals();
      const runId = path.basename(journal, '.jsonl');
      const resumed = await finish(
        cluster.start(['audit', `--resume=${runId}`, '-q'], { env: { XDG_STATE_HOME: state } }),
      );
      if (resumed.exitCode === 2) {
        // Killed before anything was started.
        expect(resumed.stderr).toContain('nothing to resume');
        expect(debugContainers()).toEqual(before);
        await rm(path.join(state, 'kubectl-debug', 'audits', journal));
        continue;
      }
      expect(resumed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('2 pods: exit code 0') });
      expect(await journals()).toEqual([]);
      // All that the audit and its resumption have added to each pod has one name.
      const added = debugContainers().map((names, index) => names.length - (before[index]?.length ?? 0));
      expect(added.every((count) => count <= 1)).toBe(true);
    }
    // Once before the first container, and twice for each.
    expect(point).toBe(6);
    // Each whole audit has left one container in each pod, and no more.
    const counts = debugContainers().map((names) => names.length);
    expect(counts[0]).toBe(counts[1]);
  },
);

it('goes on behind the last whole line of a journal, however often it is killed', async () => {
  expect(await killedAt(2, 'after')).toBe(true);
  const [journal = ''] = await journals();
  const file = path.join(state, 'kubectl-debug', 'audits', journal);
  const begun = await readFile(file, 'utf8');
  await writeFile(file, `${begun}{"kind":"row","id":"audit-`);
  const argv = ['audit', `--resume=${path.basename(journal, '.jsonl')}`, '-q'];
  const killed = await built.run(argv, { ...environment(), KILL_AT: '2', KILL_WHEN: 'after' });
  expect(killed.exitCode).toBeNull();
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => typeof JSON.parse(line)).includes('string')).toBe(false);
  const resumed = await finish(cluster.start(argv, { env: { XDG_STATE_HOME: state } }));
  expect(resumed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('2 pods: exit code 0') });
});

it.each(['before', 'after'])(
  'leaves no copy of a pod once it is resumed, and runs nothing twice, whichever point of the journal an audit is killed %s',
  async (when) => {
    const name = await cluster.makePod();
    const marks = path.join(state, `marks-${when}`);
    const argv = ['audit', name, '--copy', '-q', '--', 'sh', '-c', `echo ran >> ${marks}`];
    refusesToAdd = true;
    let point = 1;
    for (; await killedAt(point, when, argv); point += 1) {
      const [journal = ''] = await journals();
      const resume = ['audit', `--resume=${path.basename(journal, '.jsonl')}`, '-q'];
      const resumed = await finish(cluster.start(resume, { env: { XDG_STATE_HOME: state } }));
      const begun = await readFile(marks, 'utf8').catch(() => '');
      if (resumed.exitCode === 2) await rm(path.join(state, 'kubectl-debug', 'audits', journal));
      else expect({ ...resumed, begun }).toMatchObject({ exitCode: 0, begun: 'ran\n' });
      await rm(marks, { force: true });
      const pods = await finish(cluster.start(['pods', '-o', 'name']));
      expect(pods.stdout).not.toContain('-audit-');
    }
    refusesToAdd = false;
    // The start, then what is announced, `adding` and `copying`, then the row, and the end of the copy.
    expect(point).toBe(6);
  },
);
