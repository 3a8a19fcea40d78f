import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  finish,
  startCommand,
  type CommandOptions,
  type CommandResult,
  type RunningCommand,
} from '../drivers/run-command.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';

/** Two clusters with pods of the same names, one that refuses connections, and one that takes them and never answers. */
let eu: RunPlayground;
let us: RunPlayground;
let silent: Server;
let folder: string;
let kubeconfig: string;

const REFUSING = 'https://127.0.0.1:1';

beforeAll(async () => {
  [eu, us] = await Promise.all([runPlayground(), runPlayground()]);
  await Promise.all([eu, us].flatMap((each) => [each.makePods('web', 2)]));
  await us.makePod(undefined, { name: 'only-us', labels: { test: 'us' } });
  silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-contexts-'));
  kubeconfig = await writeKubeconfig('kubeconfig', REFUSING);
});
afterAll(async () => {
  await Promise.all([eu.close(), us.close()]);
  silent.close();
  await rm(folder, { recursive: true, force: true });
});

interface KubeconfigJson {
  readonly clusters: readonly [{ readonly cluster: object }];
  readonly users: readonly [{ readonly user: object }];
}

/** Writes a kubeconfig whose context `away` has this server; without one it is another context of the second cluster. */
async function writeKubeconfig(name: string, away: string | undefined): Promise<string> {
  const silentUrl = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const servers = [
    { name: 'prod-eu', kubeconfigs: eu.kubeconfigs, more: {} },
    { name: 'prod-us', kubeconfigs: us.kubeconfigs, more: {} },
    { name: 'away', kubeconfigs: us.kubeconfigs, more: away === undefined ? {} : { server: away } },
    { name: 'silent', kubeconfigs: us.kubeconfigs, more: { server: silentUrl } },
  ];
  const entries = await Promise.all(
    servers.map(async ({ name: of, kubeconfigs, more }) => {
      const read = JSON.parse(await readFile(kubeconfigs.admin, 'utf8')) as KubeconfigJson;
      return { of, cluster: { ...read.clusters[0].cluster, ...more }, user: read.users[0].user };
    }),
  );
  const file = path.join(folder, name);
  await writeFile(
    file,
    JSON.stringify({
      clusters: entries.map(({ of, cluster }) => ({ name: of, cluster })),
      users: entries.map(({ of, user }) => ({ name: of, user })),
      contexts: entries.map(({ of }) => ({ name: of, context: { cluster: of, user: of } })),
    }),
  );
  return file;
}

function start(argv: readonly string[], options: Partial<CommandOptions> = {}): RunningCommand {
  return startCommand(argv, { kubeconfig, env: { XDG_STATE_HOME: folder }, ...options });
}

const run = (...argv: readonly string[]): Promise<CommandResult> => finish(start(argv));
const journals = (): Promise<readonly string[]> => readdir(path.join(folder, 'kubectl-debug', 'audits'));
const countAdded = (): number =>
  [eu, us].flatMap((each) =>
    ['web-1', 'web-2'].flatMap((name) => each.readPod(name).spec.ephemeralContainers ?? []),
  ).length;

describe('pods --contexts', () => {
  it('lists the pods of all contexts that fit, with the context first', async () => {
    const { stdout, stderr, exitCode } = await run(
      'pods',
      '--contexts=prod-*',
      '--no-headers',
      '-l',
      'test=web',
    );
    const cells = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ +/).slice(0, 3));
    expect({ cells, stderr, exitCode }).toEqual({
      cells: [
        ['prod-eu', 'web-1', '1/1'],
        ['prod-eu', 'web-2', '1/1'],
        ['prod-us', 'web-1', '1/1'],
        ['prod-us', 'web-2', '1/1'],
      ],
      stderr: '',
      exitCode: 0,
    });
  });

  it('makes a row and an error of each cluster that cannot be reached, and shows the others', async () => {
    const { stdout, stderr, exitCode } = await run(
      'pods',
      '--contexts=*',
      '--request-timeout=300ms',
      'web-1',
    );
    expect(stdout.split('\n').map((line) => line.split(/ +/).slice(0, 2).join(' '))).toEqual([
      'CONTEXT NAME',
      'prod-eu web-1',
      'prod-us web-1',
      'away <unreachable>',
      'silent <timeout>',
      '',
    ]);
    expect(stderr).toMatch(/^error: away: cannot reach the API server .* \[unreachable\]\nhint: .+$/m);
    expect(stderr).toMatch(/^error: silent: the API server .* did not answer .* \[timeout\]\nhint: .+$/m);
    expect(exitCode).toBe(1);
  });

  it('makes a row of each target that a cluster lacks, and hints at commands for its context', async () => {
    const { stdout, stderr, exitCode } = await run('pods', '--contexts=prod-*', 'only-us', '--no-headers');
    expect(stdout).toMatch(/^prod-us +only-us .*\nprod-eu +<not-found>\n$/);
    expect(stderr).toMatch(/^error: prod-eu: no pod "only-us" .* \[not-found\]\nhint: .*--context=prod-eu /);
    expect(exitCode).toBe(1);
    const ignoring = await run('pods', '--contexts=prod-*', 'only-us', '--ignore-not-found');
    expect(ignoring).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('prints one list in which each pod is annotated with its context', async () => {
    const { stdout } = await run('pods', '--contexts=prod-*', 'web-1', '-o', 'json');
    const { kind, items } = JSON.parse(stdout) as {
      kind: string;
      items: { metadata: { annotations: object } }[];
    };
    expect(kind).toBe('List');
    expect(items.map(({ metadata }) => metadata.annotations)).toEqual([
      { 'kubectl-debug/context': 'prod-eu' },
      { 'kubectl-debug/context': 'prod-us' },
    ]);
  });

  it('prints with -o name the words that another call takes', async () => {
    const { stdout } = await run('pods', '--contexts=prod-*', '-o', 'name', 'web-2');
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toEqual([
      '--context=prod-eu --namespace=default pod/web-2',
      '--context=prod-us --namespace=default pod/web-2',
    ]);
    const again = await run('pods', '--no-headers', ...(lines[1] ?? '').split(' '));
    expect(again.stdout).toMatch(/^web-2 /);
  });

  it('sorts the pods of all clusters together', async () => {
    const { stdout } = await run(
      ...['pods', '--contexts=prod-us,prod-eu', '-l', 'test=web', '--no-headers'],
      '--sort-by=.metadata.name',
    );
    expect(stdout.split('\n').map((line) => line.split(/ +/)[1])).toEqual([
      'web-1',
      'web-1',
      'web-2',
      'web-2',
      undefined,
    ]);
  });

  it('watches all clusters, also after one could not be reached', async () => {
    const command = start(['pods', '--contexts=prod-*,away', '-w', '-l', 'test=watched', '--no-headers']);
    // As wide as the names of contexts whose pods come later.
    await command.untilStdout('away      <unreachable>');
    await us.makePod(undefined, { name: 'new-us', labels: { test: 'watched' } });
    await eu.makePod(undefined, { name: 'new-eu', labels: { test: 'watched' } });
    await command.untilStdout('prod-us   new-us');
    await command.untilStdout('prod-eu   new-eu');
    command.deliver('SIGINT');
    expect(await command.ended).toBe(130);
  });

  it('lists one cluster without --contexts as before', async () => {
    const { stdout, exitCode } = await run('pods', '--context=prod-us', 'only-us', '-o', 'name');
    expect({ stdout, exitCode }).toEqual({ stdout: 'pod/only-us\n', exitCode: 0 });
  });

  it.each([
    {
      argv: ['--contexts=prd-eu'],
      said: /no context fits "prd-eu" .*\[kubeconfig\]\nhint: did you mean prod-eu\?/,
    },
    { argv: ['--contexts='], said: /--contexts names no context \[usage\]/ },
    { argv: ['--contexts=*', '--context=away'], said: /--context chooses one for all \[usage\]/ },
    {
      argv: ['--contexts=*', '--token=secret'],
      said: /--token would be sent to each of the clusters \[usage\]/,
    },
  ])('refuses $argv', async ({ argv, said }) => {
    const { stderr, exitCode } = await run('pods', ...argv);
    expect(stderr).toMatch(said);
    expect(exitCode).toBe(1);
  });
});

describe('audit --contexts', () => {
  const shell = (script: string): readonly string[] => ['--yes', '--', 'sh', '-c', script];

  it('runs in all clusters at once, folds across them, and groups by context', async () => {
    const { stdout, exitCode } = await run(
      'audit',
      '--contexts=prod-*',
      '-l',
      'test=web',
      ...shell('echo same'),
    );
    expect({ stdout, exitCode }).toEqual({ stdout: '4 pods: exit code 0\n  same\n', exitCode: 0 });
    const grouped = await run(
      ...['audit', '--contexts=prod-*', '-l', 'test=us', '--group-by=context', ...shell('echo same')],
    );
    expect(grouped.stdout).toBe('context: prod-us\n1 pod: exit code 0: prod-us/default/only-us\n  same\n');
    expect(await journals()).toEqual([]);
  });

  it('names pods without the context if there is only one', async () => {
    const { stdout } = await run('audit', '--contexts=prod-eu', 'web-1', ...shell('echo one'));
    expect(stdout).toBe('1 pod: exit code 0: default/web-1\n  one\n');
  });

  it('makes a row of a cluster that cannot be reached, and goes on with it when resumed', async () => {
    const first = await run('audit', '--contexts=prod-*,away', '-l', 'test=web', ...shell('echo resumed'));
    expect(first.exitCode).toBe(3);
    expect(first.stdout).toMatch(
      /^4 pods: exit code 0\n {2}resumed\n\n1 cluster not audited: error \(unreachable\): away\n/,
    );
    const [runId = ''] = (await journals()).map((name) => path.basename(name, '.jsonl'));
    expect(first.stderr).toContain(`kubectl-debug audit --resume=${runId}`);
    const added = countAdded();
    const listed = await run('audit', '--resume', '--context=prod-eu');
    expect(listed.stdout).toMatch(new RegExp(`^${runId} .* prod-eu,prod-us,away +4/4 `, 'm'));
    const asked = await run('audit', `--resume=${runId}`);
    expect(asked).toMatchObject({ exitCode: 3 });
    const back = await writeKubeconfig('back', undefined);
    const unasked = await finish(start(['audit', `--resume=${runId}`], { kubeconfig: back }));
    expect(unasked.stderr).toMatch(/cannot ask whether to audit 2 pods .* of 1 context/);
    expect(countAdded()).toBe(added);
    const last = await finish(start(['audit', `--resume=${runId}`, '--yes'], { kubeconfig: back }));
    expect(last).toMatchObject({ exitCode: 0, stdout: '6 pods: exit code 0\n  resumed\n' });
    expect(await journals()).toEqual([]);
  });

  it('says the context in each format, and gives each context files of its own', async () => {
    const files = path.join(folder, 'files');
    const words = ['audit', '--contexts=prod-*', 'web-1', `--output-dir=${files}`];
    const jsonl = await run(...words, '-o', 'jsonl', ...shell('echo out'));
    const rows = jsonl.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { context: string });
    expect(rows.map(({ context }) => context).toSorted()).toEqual(['prod-eu', 'prod-us']);
    expect((await readdir(files)).toSorted()).toEqual([
      'prod-eu_default_web-1.out',
      'prod-us_default_web-1.out',
    ]);
    const json = await run('audit', '--contexts=prod-*', 'web-1', '-o', 'json', ...shell('echo out'));
    expect(JSON.parse(json.stdout)).toMatchObject({ summary: { contexts: ['prod-eu', 'prod-us'] } });
    const junit = await run('audit', '--contexts=prod-*,away', 'web-1', '-o', 'junit', ...shell('echo out'));
    expect(junit.stdout).toContain('classname="prod-us/default" name="prod-us/default/web-1"');
    expect(junit.stdout).toContain('classname="away" name="away"');
    const prefixed = await run('audit', '--contexts=prod-*', 'web-1', '--prefix', ...shell('echo out'));
    expect(prefixed.stdout.split('\n').toSorted()).toEqual([
      '',
      '[prod-eu/default/web-1] out',
      '[prod-us/default/web-1] out',
    ]);
    await removeJournals();
  });

  it('makes a row of a pod that only some clusters have, and refuses one that none has', async () => {
    const { stdout, exitCode } = await run('audit', '--contexts=prod-*', 'only-us', ...shell('echo here'));
    expect(exitCode).toBe(3);
    expect(stdout).toContain('1 pod: exit code 0: prod-us/default/only-us');
    expect(stdout).toContain('1 pod not audited: vanished (not-found): prod-eu/default/only-us');
    const none = await run('audit', '--contexts=prod-*', 'nowhere', ...shell('echo here'));
    expect(none.stderr).toMatch(
      /no pod "nowhere" .*; the other contexts do not have it either \[not-found\]/,
    );
  });

  it('stops only the cluster whose canary does not start', async () => {
    const names = ['bad-1', 'bad-2', 'bad-3'];
    const containers = { '*': { pullError: 'failed to pull: not found' } };
    for (const name of names)
      await us.makePod({ kind: 'run', containers }, { name, labels: { test: 'bad' } }).catch(() => undefined);
    for (const name of names) await eu.makePod(undefined, { name, labels: { test: 'bad' } });
    const { stderr, stdout } = await run(
      ...['audit', '--contexts=prod-*', '-l', 'test=bad', '--concurrency=1', '--canary=1'],
      ...['--timeout=5s', ...shell('echo fine')],
    );
    expect(stderr).toContain('Warning: prod-us: stopped because the first debug container did not start');
    expect(stdout).toContain('3 pods: exit code 0\n  fine');
    expect(stdout).toMatch(/2 pods not audited: not-run: prod-us\/default\/bad-2, prod-us\/default\/bad-3/);
    await removeJournals();
  });

  it.each([
    { argv: ['--context=prod-eu'], said: /--context chooses one for all \[usage\]/ },
    { argv: ['--in-cluster'], said: /--in-cluster is about the workers of one cluster \[usage\]/ },
    { argv: ['--follow'], said: /--follow is about the workers of one cluster \[usage\]/ },
    { argv: ['merge', 'x.json'], said: /merge only shows results again \[usage\]/ },
  ])('refuses --contexts with $argv', async ({ argv, said }) => {
    const isMerge = argv[0] === 'merge';
    const { stderr, exitCode } = await run(
      'audit',
      ...argv,
      '--contexts=*',
      ...(isMerge ? [] : ['--', 'id']),
    );
    expect(stderr).toMatch(said);
    expect(exitCode).toBe(2);
  });
});

async function removeJournals(): Promise<void> {
  await rm(path.join(folder, 'kubectl-debug', 'audits'), { recursive: true, force: true });
}
