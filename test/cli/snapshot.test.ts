import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readArchive } from '../drivers/read-archive.ts';
import { finish, type CommandOptions, type CommandResult } from '../drivers/run-command.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';

let cluster: RunPlayground;
let folder: string;
beforeAll(async () => {
  cluster = await runPlayground();
});
afterAll(() => cluster.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-snapshot-'));
  return () => rm(folder, { recursive: true });
});

const options = (more: Partial<CommandOptions> = {}): Partial<CommandOptions> => ({
  ...more,
  replace: { workingDirectory: folder, ...more.replace },
});
const start = (argv: readonly string[], more?: Partial<CommandOptions>) =>
  cluster.start(['snapshot', '--image=busybox', ...argv], options(more));
const snapshot = (argv: readonly string[], more?: Partial<CommandOptions>): Promise<CommandResult> =>
  finish(start(argv, more));
const withoutContainer = (argv: readonly string[], more?: Partial<CommandOptions>) =>
  finish(cluster.start(['snapshot', '--no-container', ...argv], options(more)));

interface Row {
  readonly evidence: string;
  readonly file: string;
  readonly bytes: number | null;
  readonly truncated: string | null;
  readonly reason: string | null;
}
const open = async (name: string) => {
  const { files, modes } = await readArchive(readFileSync(path.join(folder, name)));
  const text = (file: string) => files.get(file)?.toString() ?? '';
  const manifest = JSON.parse(text('manifest.json')) as { readonly evidence: readonly Row[] };
  const reasonOf = (evidence: string) => manifest.evidence.find((row) => row.evidence === evidence)?.reason;
  return { files, modes, text, manifest, reasonOf };
};

const CANARY = 'sesame-4711';
const HOSTILE = '</pre><script>alert(1)</script>\u001b[31m\u202e';
const ENV = [
  { name: 'PLAIN', value: CANARY },
  { name: 'DB_PASSWORD', value: `${CANARY}-x` },
];

describe('a snapshot of a running pod', () => {
  it('has all evidence below one folder, for its owner alone, with no secret and nothing that runs', async () => {
    const script = `printf '%s\\n' '</pre><script>alert(1)</script>' "$(printf '\\033[31m')"; exec sleep 1000`;
    const app = {
      name: 'app',
      image: 'example/app:1',
      command: ['sh', '-c', script, 'x', `--password=${CANARY}`],
      env: ENV,
    };
    const pod = await cluster.makePod(undefined, {
      annotations: { note: HOSTILE, applied: JSON.stringify({ spec: { containers: [app] } }) },
      spec: { containers: [app] },
    });
    const { exitCode, stdout, stderr } = await snapshot([
      pod,
      '-o',
      'a.tgz',
      '--file=/etc/hostname',
      '--file=/no/such',
    ]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'a.tgz\n' });
    // The processes of the playground are those of this machine, whose process 1 is not the pod's.
    expect(stderr).toMatch(
      /^without containers\/app\/files\/etc\/hostname, .+: its files are closed to the debug container$/m,
    );
    expect(statSync(path.join(folder, 'a.tgz')).mode & 0o777).toBe(0o600);
    const { files, modes, text, manifest } = await open('a.tgz');
    expect([...modes.values()].every((mode) => [0o600, 0o700].includes(mode))).toBe(true);
    for (const file of [
      'index.html',
      'manifest.json',
      'explanation.txt',
      'pod.yaml',
      'pod.json',
      'events.txt',
      'logs/app.log',
      'processes.txt',
      'sockets.txt',
      'node-load.txt',
      'dns.txt',
      'open-files.txt',
      'containers/app/limits.txt',
      'containers/app/mounts.txt',
    ])
      expect([...files.keys()]).toContain(file);
    for (const [file, bytes] of files) expect(`${file}: ${bytes.includes(CANARY)}`).toBe(`${file}: false`);
    expect(text('pod.yaml')).toContain('<masked>');
    expect(text('logs/app.log')).toContain('<script>alert(1)</script>');
    expect(text('index.html')).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text('index.html')).not.toMatch(/<script|\u001b|\u202e/);
    expect(text('events.txt') + text('explanation.txt')).not.toMatch(/[\u001b\u202e]/);
    const rows = manifest.evidence;
    for (const { file, bytes } of rows.filter(({ reason }) => reason === null))
      expect(files.get(file)?.length).toBe(bytes);
    expect(rows.filter(({ evidence }) => evidence === 'files').map(({ bytes }) => bytes)).toEqual([
      null,
      null,
    ]);
  });

  it('takes the end of a log, and says so', async () => {
    const command = ['sh', '-c', 'for i in 1 2 3 4 5 6 7 8 9; do echo "line $i"; done; exec sleep 1000'];
    const pod = await cluster.makePod(undefined, {
      spec: { containers: [{ name: 'app', image: 'x', command }] },
    });
    const { stderr } = await withoutContainer([pod, '-o', 'a.tgz', '--max-log-size=90']);
    expect(stderr).toContain('not whole: logs/app.log: only the last 90 B\n');
    const { text, manifest } = await open('a.tgz');
    expect(text('logs/app.log')).toMatch(/^\S+ line 8\n\S+ line 9\n$/);
    const truncated = (file: string) => manifest.evidence.find((row) => row.file === file)?.truncated;
    expect(truncated('logs/app.log')).toBe('only the last 90 B');
  });
});

describe('without a debug container', () => {
  it('adds none with --no-container, and takes what the API server has', async () => {
    const pod = await cluster.makePod();
    const { exitCode, stderr } = await withoutContainer([pod, '-o', 'a.tgz']);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('not asked for (--no-container)');
    expect(cluster.readPod(pod).spec.ephemeralContainers ?? []).toEqual([]);
    const { files, reasonOf } = await open('a.tgz');
    expect(files.has('logs/app.log')).toBe(true);
    expect(reasonOf('processes')).toBe('not asked for (--no-container)');
  });

  it('says of a finished pod why it takes none, and has its log', async () => {
    const command = ['sh', '-c', 'echo done'];
    const spec = { restartPolicy: 'Never', containers: [{ name: 'app', image: 'x', command }] };
    cluster.playground.createPod({ name: 'finished-1', spec });
    await cluster.untilContainer('finished-1', 'app', 'terminated');
    expect((await snapshot(['finished-1', '-o', 'a.tgz'])).exitCode).toBe(0);
    const { text, reasonOf } = await open('a.tgz');
    expect(text('logs/app.log')).toContain('done');
    expect(reasonOf('processes')).toMatch(/^no debug container: .+ it has finished/);
  });

  it('lists for a user without rights what may not be read', async () => {
    const pod = await cluster.makePod();
    const viewer = await finish(
      cluster.start(
        ['snapshot', pod, '-o', 'a.tgz', '--image=busybox'],
        options({ kubeconfig: cluster.kubeconfigs.viewer }),
      ),
    );
    expect(viewer.exitCode).toBe(0);
    const { files, reasonOf } = await open('a.tgz');
    expect(files.has('pod.yaml')).toBe(true);
    expect(reasonOf('processes')).toMatch(
      /^no debug container: .*you may not .*; nothing was added; .*kubectl-debug check -n default --for=snapshot /,
    );
  });
});

describe('the place of a snapshot', () => {
  it('is a file named for the pod and the time by default', async () => {
    const pod = await cluster.makePod();
    const { stdout } = await withoutContainer([pod, '-q']);
    expect(stdout).toMatch(new RegExp(`^${pod}-\\d{8}-\\d{6}\\.tgz\n$`));
    expect(await readdir(folder)).toEqual([stdout.trim()]);
  });

  it('is never one that exists, unless it is to be replaced', async () => {
    const pod = await cluster.makePod();
    writeFileSync(path.join(folder, 'a.tgz'), 'mine');
    expect(await withoutContainer([pod, '-o', 'a.tgz'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(
        /^error: cannot write the snapshot of .+: a\.tgz exists \[output-failed\]\nhint: /,
      ) as string,
    });
    expect(readFileSync(path.join(folder, 'a.tgz'), 'utf8')).toBe('mine');
    expect((await withoutContainer([pod, '-o', 'a.tgz', '--overwrite'])).exitCode).toBe(0);
    expect((await open('a.tgz')).files.has('pod.yaml')).toBe(true);
    expect(await readdir(folder)).toEqual(['a.tgz']);
  });

  it('is stdout for -, but no terminal', async () => {
    const pod = await cluster.makePod();
    const command = cluster.start(['snapshot', '--no-container', pod, '-o', '-'], options());
    expect(await command.ended).toBe(0);
    expect((await readArchive(command.stdoutBytes())).files.has('pod.yaml')).toBe(true);
    const onTerminal = await withoutContainer([pod, '-o', '-'], { isTerminal: true });
    expect(onTerminal).toMatchObject({ exitCode: 2, stdout: '' });
  });

  it('is a folder for several pods; one that fails does not stop the others', async () => {
    const [first = '', second = ''] = await cluster.makePods('snap', 2);
    const { exitCode, stdout, stderr } = await withoutContainer([
      first,
      'nosuch-1',
      second,
      '-o',
      'out/',
      '-q',
    ]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^error: .*"?nosuch-1"?.+\[not-found\]/);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.replace(/-\d+-\d+\.tgz$/, ''))
        .toSorted(),
    ).toEqual([`out/${first}`, `out/${second}`]);
    expect((await readdir(path.join(folder, 'out'))).length).toBe(2);
    expect(statSync(path.join(folder, 'out')).mode & 0o777).toBe(0o700);
    const oneFile = await withoutContainer(['-l', 'test=snap', '-o', 'one.tgz']);
    expect(oneFile).toMatchObject({ exitCode: 2, stdout: '' });
    expect(oneFile.stderr).toContain('2 pods do not go into one file');
  });

  it('has no half file after Ctrl-C', async () => {
    const pod = await cluster.makePod();
    const command = cluster.start(
      ['snapshot', pod, '-o', 'a.tgz', '--image=registry.invalid/never'],
      options(),
    );
    await expect.poll(() => cluster.readPod(pod).spec.ephemeralContainers?.length ?? 0).toBe(1);
    command.deliver('SIGINT');
    expect(await command.ended).toBe(130);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('--then=delete', () => {
  const isThere = (name: string) => {
    const pod = cluster.playground.getPod({ namespace: 'default', name });
    return pod !== undefined && pod.metadata.deletionTimestamp === undefined;
  };

  it('deletes the pod once the file is there', async () => {
    const pod = await cluster.makePod();
    const { exitCode, stdout } = await withoutContainer([pod, '-o', 'a.tgz', '--then=delete', '--yes', '-q']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `a.tgz\npod default/${pod} deleted\n` });
    expect(isThere(pod)).toBe(false);
  });

  it('asks on a terminal, naming what the snapshot lacks, and takes no for an answer', async () => {
    const pod = await cluster.makePod();
    const command = cluster.start(
      ['snapshot', '--no-container', pod, '-o', 'a.tgz', '--then=delete', '-q'],
      options({ isTerminal: true }),
    );
    await command.untilStderr(`Delete pod default/${pod} (its snapshot lacks`);
    command.stdin.write('n');
    expect(await command.ended).toBe(0);
    expect(isThere(pod)).toBe(true);
  });

  it('deletes nothing whose snapshot could not be written', async () => {
    const pod = await cluster.makePod();
    const { exitCode } = await withoutContainer([pod, '-o', 'no/such/a.tgz', '--then=delete', '--yes']);
    expect(exitCode).toBe(1);
    expect(isThere(pod)).toBe(true);
  });

  it.each([
    { argv: ['--then=delete'], says: 'cannot ask whether to delete the pod' },
    { argv: ['--then=delete', '--yes', '-o', '-'], says: '--then=delete needs a file' },
    { argv: ['--then=restart'], says: 'does not know --then=restart' },
    { argv: ['-l', 'a=b'], says: 'by name or by a selector' },
    { argv: ['-A'], says: '-A needs a selector' },
    { argv: ['--file=etc/passwd'], says: 'needs a path from the root' },
    { argv: ['--log-tail=0'], says: '--log-tail cannot be 0' },
    { argv: ['--max-file-size=1Gi'], says: '--max-file-size cannot be "1Gi"' },
    { argv: ['--no-container', '--file=/x'], says: '--file needs a debug container' },
    { argv: ['--', 'ls'], says: 'snapshot runs no command' },
  ])('refuses $argv before anything is read', async ({ argv, says }) => {
    const { exitCode, stderr } = await snapshot(['web-x', ...argv]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(says);
    expect(existsSync(path.join(folder, 'a.tgz'))).toBe(false);
  });
});

it('is completed: its containers, its words, its files', async () => {
  const pod = await cluster.makePod();
  const complete = async (...words: readonly string[]) =>
    (await finish(cluster.start(['completion', '--', 'snapshot', ...words]))).stdout
      .split('\n')
      .map((line) => line.split('\t')[0]);
  expect(await complete(pod, '-c', '')).toContain('app');
  expect(await complete(pod, '--then', '')).toContain('delete');
  expect(await complete(pod.slice(0, 4))).toContain(pod);
});
