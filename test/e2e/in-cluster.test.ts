import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEBUG_IMAGE, PROGRAM_IMAGE, STATIC_PODS } from './environment.ts';
import { createStaticPod, removeStaticPods } from './first-try-pods.ts';
import { APP_CONTAINER, aPod, createNamespace, type Namespace } from './fixture.ts';
import { areReady, inCluster, isGone, runOf } from './fleet-runs.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, startProgram, type ProgramResult } from './program.ts';

const PODS = 40;
/** The answer of a pod depends on its name, and comes on one stream: two may arrive in any order. */
const ANSWER = 'case $(hostname) in web-7) exit 3;; web-1?) echo strange;; *) echo usual; hostname;; esac';

let shop: Namespace;
let side: Namespace;
let folder: string;

/** What both ways of an audit have told. */
interface Told {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly summary: string;
  readonly report: string;
  readonly files: Readonly<Record<string, string>>;
}

const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\b\d{8}-\d{6}-[a-z0-9]{5}\b/g, '<run>'],
  [/\baudit-[a-z0-9]{12}\b/g, '<container>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?( UTC|Z)?/g, '<time>'],
  [/("durationMs":)\d+/g, '$1<number>'],
  [/(\btime=")[\d.]+/g, '$1<number>'],
  [/(&lt;)?\b(\d+h)?(\d+m)?[\d.]+m?s\b/g, '<duration>'],
  // Seconds, in a row of the data of a report.
  [/(,(?:\d+|null),)[\d.]+(,\d+,")/g, '$1<number>$2'],
  [/<svg.*?<\/svg>/gs, '<svg>'],
  [/(data-(?:ms|duration|started)=")[^"]*/g, '$1<number>'],
];

/** Without what differs between any two runs: their names, the names of containers, and times. */
const masked = (text: string): string =>
  MASKS.reduce((rest, [pattern, name]) => rest.replaceAll(pattern, name), text);

/** Rows come in the order of their ends. */
const unordered = (text: string): string =>
  masked(text)
    .split('\n')
    .map((line) => line.replace(/,$|\]\}<\/script>$/, ''))
    .toSorted()
    .join('\n');

interface Wish {
  readonly flags: readonly string[];
  readonly command?: string;
  readonly isOrdered: boolean;
}

async function filesOf(place: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(place, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const read = async (file: string) => [path.relative(place, file), await readFile(file, 'base64')] as const;
  return Object.fromEntries(await Promise.all(files.toSorted().map(read)));
}

/** Runs an audit, and returns what it has told; with `where`, the cluster runs it. */
async function tell(wish: Wish, where: readonly string[]): Promise<Told & { readonly run: string }> {
  const place = await mkdtemp(path.join(folder, 'told-'));
  const report = path.join(place, 'report.html');
  const fixed = ['--yes', `--image=${DEBUG_IMAGE}`, `--output-dir=${place}/out`, `--report=${report}`];
  const program = startProgram(
    ['audit', ...fixed, ...wish.flags, ...where, '--', 'sh', '-c', wish.command ?? ANSWER],
    { env: { COLUMNS: '100' } },
  );
  const run = where.length === 0 ? '' : await runOf(program);
  const { exitCode, stdout, stderr }: ProgramResult = await program.ended;
  return {
    run,
    exitCode,
    stdout: wish.isOrdered ? stdout : unordered(stdout),
    summary: masked(/^\d+ runs?: .*$/m.exec(stderr)?.[0] ?? stderr),
    report: unordered(await readFile(report, 'utf8')),
    files: await filesOf(path.join(place, 'out')),
  };
}

describe.skipIf(PROGRAM_IMAGE === undefined)('an audit that the cluster runs', () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'audit-in-cluster-'));
    [shop, side] = await Promise.all([createNamespace('fleet-shop'), createNamespace('fleet-side')]);
    const nodes = (await kubectl(['get', 'nodes', '-o', 'jsonpath={.items[*].metadata.name}'])).split(' ');
    const pods = Array.from({ length: PODS }, (_, index) => {
      const pod = aPod(`web-${index}`, { nodeName: nodes[index % nodes.length] });
      return {
        ...pod,
        metadata: { ...pod.metadata, labels: { made: 'e2e', part: `${shop.name}-${index % 5}` } },
      };
    });
    const two = aPod('two', {
      containers: [
        APP_CONTAINER,
        { ...APP_CONTAINER, name: 'second', env: [{ name: 'PORT', value: '8081' }] },
      ],
    });
    const twoLabels = { made: 'e2e', part: `${shop.name}-2` };
    await shop.create(pods, () => true);
    await side.create([{ ...two, metadata: { ...two.metadata, labels: twoLabels } }], () => true);
    await Promise.all([shop, side].map(areReady));
    if (STATIC_PODS !== undefined) await createStaticPod(side);
  }, 900_000);
  afterEach(endPrograms);
  afterAll(async () => {
    await removeStaticPods();
    await Promise.all([shop, side].map((namespace) => namespace.remove()));
    await rm(folder, { recursive: true });
  });

  const part = (index: number) => `-l=part=${shop.name}-${index}`;

  it.each([
    {
      label: 'the fold of 40 pods, some of which fail and some of which are not as expected',
      workers: 4,
      wish: () => ({ flags: ['-n', shop.name, '-l=made=e2e', '--expect=usual'], isOrdered: true }),
      exitCode: 1,
      says: [/^\d+ pods: exit code 0\n/, /1 pod differs: exit code 3: \S+\/web-7/],
    },
    {
      label: 'JSON, and pods of all namespaces by their label',
      workers: 2,
      wish: () => ({ flags: ['-A', part(2), '-o', 'json', '--all-containers'], isOrdered: false }),
      exitCode: 1,
      says: [/"pod":"two".*"target":"second"/, /"pod":"two".*"target":"app"/],
    },
    {
      label: 'a fold for each node',
      workers: 2,
      wish: () => ({ flags: ['-n', shop.name, part(1), '--group-by=node'], isOrdered: true }),
      exitCode: 0,
      says: [/^node: \S+$/m],
    },
    {
      label: 'JUnit, with commands that are not there',
      workers: 2,
      wish: () => ({
        flags: ['-n', shop.name, part(3), '-o', 'junit', '--expect-exit=127'],
        isOrdered: false,
        command: 'nothing',
      }),
      exitCode: 0,
      says: [/<testsuite/],
    },
    {
      label: 'lines of JSON, with commands that take too long, and pods that are skipped',
      workers: 2,
      wish: () => ({
        flags: ['-n', side.name, '-l=made=e2e', '-o', 'jsonl', '--timeout=30s', '--strict'],
        isOrdered: false,
        command: 'sleep 600',
      }),
      exitCode: 3,
      says: [/"outcome":"timeout"/, ...(STATIC_PODS === undefined ? [] : [/"outcome":"skipped"/])],
    },
  ])(
    'tells what a local one tells: $label',
    { timeout: 600_000 },
    async ({ workers, wish, exitCode, says }) => {
      const wished: Wish = wish();
      const [local, { run, ...fleet }] = await Promise.all([
        tell(wished, []),
        tell(wished, inCluster(workers)),
      ]);
      expect({ ...fleet, run: '' }).toEqual(local);
      expect(fleet.exitCode).toBe(exitCode);
      for (const pattern of says) expect(fleet.stdout).toMatch(pattern);
      expect(fleet.report).toContain('</html>');
      await isGone(run);
    },
  );
});
