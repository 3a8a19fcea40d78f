import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEBUG_IMAGE, PROGRAM_IMAGE, RESTART } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, createNamespace, shellContainer, type Namespace } from './fixture.ts';
import {
  areReady,
  debugContainers,
  deleteWorker,
  firstRow,
  inCluster,
  isGone,
  killWorker,
  rowsOf,
  runOf,
  workersRun,
} from './fleet-runs.ts';
import { openForwarder } from './forwarder.ts';
import { kubectl } from './kubectl.ts';
import { restart } from './restart.ts';
import { endPrograms, startProgram, type ProgramResult, type RunningProgram } from './program.ts';

const PODS = 12;
const NAMES = Array.from({ length: PODS }, (_, index) => `web-${index}`).toSorted();
/** Long enough that workers are lost while it runs, before, and after. */
const SLOW = 'sleep 3; hostname';
/** Few at a time, so that there is always something left to do. */
const FEW = ['--concurrency=4', '--timeout=2m'];
const LONG = { timeout: 600_000 };

let namespace: Namespace;
let folder: string;

const words = (flags: readonly string[], command: readonly string[]): readonly string[] => [
  'audit',
  `--namespace=${namespace.name}`,
  '-l=made=e2e',
  '--yes',
  `--image=${DEBUG_IMAGE}`,
  ...flags,
  ...(command.length === 0 ? [] : ['--', ...command]),
];

/** One audit in the cluster of these pods, by one worker. */
const startOne = (pods: readonly string[], flags: readonly string[], script: string): RunningProgram =>
  startProgram([
    'audit',
    ...pods,
    '--yes',
    `--image=${DEBUG_IMAGE}`,
    ...flags,
    ...inCluster(1),
    '-o',
    'jsonl',
    '--',
    'sh',
    '-c',
    script,
  ]);

const podNames = async (namespace: string): Promise<readonly string[]> =>
  (await kubectl(['get', 'pods', '-n', namespace, '-o', 'name'])).trim().split('\n');

const start = (flags: readonly string[], script?: string): RunningProgram =>
  startProgram(words([...inCluster(2), ...flags], script === undefined ? [] : ['sh', '-c', script]));

/** What an audit says of each pod, and how many debug containers it left there. */
async function expectEachOnce(
  { stdout, exitCode, stderr }: ProgramResult,
  before: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const rows = rowsOf(stdout);
  expect({ stderr, told: rows.map(({ pod, outcome, output }) => `${pod} ${outcome}: ${output}`) }).toEqual({
    stderr,
    told: NAMES.map((name) => `${name} exited: ${name}\n`),
  });
  expect(exitCode).toBe(0);
  const now = await debugContainers(namespace);
  const expected = Object.fromEntries(
    rows.map(({ pod, container }) => [pod, [...(before[pod] ?? []), container]]),
  );
  expect(now).toEqual(expected);
}

describe.skipIf(PROGRAM_IMAGE === undefined)('an audit in the cluster', () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'audit-lost-'));
    namespace = await createNamespace('fleet-lost');
    const nodes = (await kubectl(['get', 'nodes', '-o', 'jsonpath={.items[*].metadata.name}'])).split(' ');
    const app = shellContainer('app', 'echo "a=$(hostname)" > /app.conf; exec sleep 86400');
    await namespace.create(
      NAMES.map((name, index) => aPod(name, { nodeName: nodes[index % nodes.length], containers: [app] })),
      () => true,
    );
    await areReady(namespace);
  }, 900_000);
  afterAll(async () => {
    endPrograms();
    await namespace.remove();
    await rm(folder, { recursive: true });
  });

  it('runs everything once, whichever workers are deleted and killed, and whenever', LONG, async () => {
    const before = await debugContainers(namespace);
    const program = start([...FEW, '-o', 'jsonl'], SLOW);
    const run = await runOf(program);
    await workersRun(run, namespace);
    const over = program.ended.then(() => true);
    let lost = 0;
    for (let turn = 0; turn < 6; turn += 1) {
      if (await Promise.race([over, sleep(1000 + Math.random() * 5000)])) break;
      // On nodes elsewhere there is no process to kill.
      const isLost = (turn % 2 === 0 && killWorker(run)) || (await deleteWorker(run, namespace));
      if (isLost) lost += 1;
    }
    expect(lost).toBeGreaterThan(1);
    await expectEachOnce(await program.ended, before);
    await isGone(run);
  });

  it('goes on without the one who followed it, and tells another one everything', LONG, async () => {
    const before = await debugContainers(namespace);
    const program = start([...FEW, '-o', 'jsonl'], SLOW);
    const run = await runOf(program);
    await firstRow(program);
    program.kill('SIGKILL');
    await program.ended;
    const follow = ['audit', `--follow=${run}`, '-n', namespace.name, '-o', 'jsonl'];
    // Two at once: one of them removes what the other one reads.
    const all = await Promise.all([follow, follow].map((argv) => startProgram(argv).ended));
    for (const each of all) await expectEachOnce(each, before);
    await isGone(run);
  });

  it('is followed again when the way to the API server is mended', LONG, async () => {
    const before = await debugContainers(namespace);
    const forwarder = await openForwarder();
    const program = start([...forwarder.flags, ...FEW, '-o', 'jsonl'], SLOW);
    const run = await runOf(program);
    await firstRow(program);
    for (let turn = 0; turn < 2; turn += 1) {
      forwarder.cut();
      await sleep(4000);
      forwarder.mend();
      await sleep(2000);
    }
    await expectEachOnce(await program.ended, before);
    await isGone(run);
  });

  it.skipIf(RESTART === undefined)('outlives the API server', LONG, async () => {
    const before = await debugContainers(namespace);
    const program = start([...FEW, '-o', 'jsonl'], SLOW);
    const run = await runOf(program);
    await firstRow(program);
    await restart('kube-apiserver');
    await expectEachOnce(await program.ended, before);
    await isGone(run);
  });

  // These do not count the debug containers of the pods, so they run side by side.
  it.concurrent(
    'collects the files of all pods, also if a worker is killed in the middle',
    LONG,
    async () => {
      const place = path.join(folder, 'collected');
      const flags = ['--concurrency=2', '--collect=/app.conf', `--output-dir=${place}`, '-o', 'jsonl'];
      const program = start(flags);
      const run = await runOf(program);
      await firstRow(program);
      if (!killWorker(run)) await deleteWorker(run, namespace);
      const { stdout, exitCode } = await program.ended;
      expect(rowsOf(stdout).map(({ pod, outcome }) => `${pod} ${outcome}`)).toEqual(
        NAMES.map((name) => `${name} exited`),
      );
      expect(exitCode).toBe(0);
      for (const name of NAMES)
        expect(await readFile(path.join(place, namespace.name, name, 'app', 'app.conf'), 'utf8')).toBe(
          `a=${name}\n`,
        );
      await isGone(run);
    },
  );

  it.concurrent('keeps each byte of a large output', LONG, async () => {
    const place = path.join(folder, 'large');
    const flags = ['--max-output=2Mi', `--output-dir=${place}`, '-o', 'jsonl', '--exclude=web-1?'];
    // containerd's log drops a carriage return before the end of a line.
    const program = start(flags, "tr -d '\\r' < /dev/urandom | head -c 1048576");
    const run = await runOf(program);
    const { stdout, exitCode } = await program.ended;
    expect(exitCode).toBe(0);
    for (const { pod, output, outputTruncated } of rowsOf(stdout)) {
      const sent = Buffer.from(output, 'base64');
      expect({ length: sent.length, outputTruncated }).toEqual({ length: 1_048_576, outputTruncated: false });
      const kept = await readFile(path.join(place, `${namespace.name}_${pod}.out`));
      expect(sha256(kept)).toBe(sha256(sent));
    }
    await isGone(run);
  });

  it.concurrent('copies pods, and deletes the copies, also if a worker is killed', LONG, async () => {
    const done = await createNamespace('fleet-copy');
    try {
      const finished = { restartPolicy: 'Never', containers: [shellContainer('app', 'exit 0')] };
      const isOver = (pod: Awaited<ReturnType<Namespace['read']>>) => pod.status?.phase === 'Succeeded';
      await done.create([aPod('done-1', finished), aPod('done-2', finished)], isOver);
      const program = startOne(['done-1', 'done-2'], ['--copy', '-n', done.name], 'sleep 8; echo ok');
      const run = await runOf(program);
      await eventually('a copy', async () => (await podNames(done.name)).length > 3 || undefined);
      if (!killWorker(run)) await deleteWorker(run, done);
      const { stdout, exitCode } = await program.ended;
      expect(rowsOf(stdout).map(({ pod, output }) => [pod, output])).toEqual([
        ['done-1', 'ok\n'],
        ['done-2', 'ok\n'],
      ]);
      expect(exitCode).toBe(0);
      await isGone(run);
      expect(await podNames(done.name)).toEqual(['pod/done-1', 'pod/done-2']);
    } finally {
      await done.remove();
    }
  });

  it('runs in kept containers with --reuse, and adds none', LONG, async () => {
    const image = `--image=${DEBUG_IMAGE}`;
    const keep = ['web-0', '-n', namespace.name, image, '--target=app', '--via=exec', '--', 'true'];
    expect((await startProgram(keep).ended).exitCode).toBe(0);
    const before = await debugContainers(namespace);
    const program = startOne(['web-0'], ['-n', namespace.name, '--reuse'], 'hostname; exit 5');
    const run = await runOf(program);
    const { stdout, exitCode } = await program.ended;
    expect(rowsOf(stdout)).toMatchObject([
      { pod: 'web-0', exitCode: 5, output: 'web-0\n', outcome: 'exited' },
    ]);
    expect(exitCode).toBe(1);
    expect(await debugContainers(namespace)).toEqual(before);
    await isGone(run);
  });
});

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
