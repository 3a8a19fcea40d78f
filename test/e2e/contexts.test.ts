import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { DEBUG_IMAGE, KUBECONFIG } from './environment.ts';
import { aPod, createNamespace, shellContainer, type Namespace } from './fixture.ts';
import { runKubectl } from './kubectl.ts';
import { endPrograms, runProgram, type ProgramResult } from './program.ts';

/** The real cluster, and a second API server with pods of the same names; nobody listens where a third one would be. */
let real: Namespace;
let second: RunPlayground;
let folder: string;
let kubeconfig: string;

const NAMES = ['web-1', 'web-2'];

interface KubeconfigJson {
  readonly clusters: readonly [{ readonly cluster: object }];
  readonly users: readonly [{ readonly user: object }];
}

async function entryOf(file: string): Promise<{ readonly cluster: object; readonly user: object }> {
  const { clusters, users } = parse(await readFile(file, 'utf8')) as KubeconfigJson;
  return { cluster: clusters[0].cluster, user: users[0].user };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-e2e-contexts-'));
  [real, second] = await Promise.all([createNamespace('contexts'), runPlayground()]);
  await real.create(
    NAMES.map((name) => aPod(name, { containers: [shellContainer('app', 'exec sleep 86400')] })),
  );
  await Promise.all(NAMES.map((name) => second.makePod(undefined, { name, labels: { made: 'e2e' } })));
  const [one, two] = await Promise.all([entryOf(KUBECONFIG), entryOf(second.kubeconfigs.admin)]);
  const entries = [
    { name: 'prod-real', ...one, namespace: real.name },
    { name: 'prod-second', ...two, namespace: 'default' },
    {
      name: 'prod-away',
      ...two,
      cluster: { ...two.cluster, server: 'https://127.0.0.1:1' },
      namespace: 'default',
    },
  ];
  kubeconfig = path.join(folder, 'kubeconfig');
  await writeFile(
    kubeconfig,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: entries.map(({ name, cluster }) => ({ name, cluster })),
      users: entries.map(({ name, user }) => ({ name, user })),
      contexts: entries.map(({ name, namespace }) => ({
        name,
        context: { cluster: name, user: name, namespace },
      })),
    }),
  );
});
afterAll(async () => {
  endPrograms();
  await Promise.all([real.remove(), second.close()]);
  await rm(folder, { recursive: true, force: true });
});

function run(...args: readonly string[]): Promise<ProgramResult> {
  return runProgram(args, { kubeconfig, env: { XDG_STATE_HOME: folder } });
}

async function uidsByKubectl(context: string): Promise<readonly string[]> {
  const path = '{range .items[*]}{.metadata.uid}{"\\n"}{end}';
  const words = ['get', 'pods', `--kubeconfig=${kubeconfig}`, `--context=${context}`];
  const { stdout } = await runKubectl([...words, '-l', 'made=e2e', '-o', `jsonpath=${path}`]);
  return stdout.trim().split('\n');
}

const AUDIT = [`--image=${DEBUG_IMAGE}`, '--image-pull-policy=IfNotPresent', '--yes'];

describe('two API servers', () => {
  it('have the pods in one list that kubectl shows of each', async () => {
    const { stdout, stderr, exitCode } = await run(
      'pods',
      '--contexts=prod-*',
      '-l',
      'made=e2e',
      '-o',
      'json',
    );
    const { items } = JSON.parse(stdout) as {
      items: { metadata: { uid: string; annotations: Readonly<Record<string, string>> } }[];
    };
    for (const context of ['prod-real', 'prod-second']) {
      const own = items.filter(({ metadata }) => metadata.annotations['kubectl-debug/context'] === context);
      expect(own.map(({ metadata }) => metadata.uid)).toEqual(await uidsByKubectl(context));
      expect(own).toHaveLength(NAMES.length);
    }
    expect(stderr).toMatch(/^error: prod-away: cannot reach the API server .* \[unreachable\]$/m);
    expect(exitCode).toBe(1);
  });

  it('have names that kubectl takes', async () => {
    const { stdout } = await run('pods', '--contexts=prod-real,prod-second', '-l', 'made=e2e', '-o', 'name');
    const lines = stdout.trim().split('\n');
    const read = await Promise.all(
      lines.map((line) =>
        runKubectl(['get', `--kubeconfig=${kubeconfig}`, ...line.split(' '), '-o', 'name']),
      ),
    );
    expect(read.map((each) => each.stdout.trim())).toEqual([
      'pod/web-1',
      'pod/web-2',
      'pod/web-1',
      'pod/web-2',
    ]);
  });

  it('are audited in one run, and a third one that is away is a row', async () => {
    const words = [
      'audit',
      '--contexts=prod-*',
      '-l',
      'made=e2e',
      ...AUDIT,
      '--',
      'sh',
      '-c',
      'echo $((6 * 7))',
    ];
    const { stdout, stderr, exitCode } = await run(...words);
    expect(stdout).toMatch(
      /^4 pods: exit code 0\n {2}42\n\n1 cluster not audited: error \(unreachable\): prod-away\n/,
    );
    expect(stderr).toMatch(/--resume=\d+-\d+-\w+/);
    expect(exitCode).toBe(3);
    const added = await Promise.all(NAMES.map((name) => real.ephemeralContainers(name)));
    expect(added.map((containers) => containers.length)).toEqual([1, 1]);
  });
});
