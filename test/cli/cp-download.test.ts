import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { canConfine } from '../../playground/run/can-confine.ts';
import { finish, type CommandResult } from '../drivers/run-command.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { until } from '../drivers/until.ts';

const probe = mkdtempSync(path.join(tmpdir(), 'cp-probe-'));
/** The files of a container are seen through its process, which needs a machine that allows namespaces. */
const hasNamespaces = await canConfine(probe);
rmSync(probe, { recursive: true });

let cluster: RunPlayground;
let folder: string;
beforeAll(async () => {
  cluster = await runPlayground(undefined, hasNamespaces ? 'namespaces' : 'none');
});
afterAll(() => cluster.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-cp-'));
  await mkdir(path.join(folder, 'there'));
  return () => rm(folder, { recursive: true });
});

const at = (...names: readonly string[]): string => path.join(folder, ...names);
const cp = (...argv: readonly string[]): Promise<CommandResult> =>
  finish(cluster.start(['cp', '--image=busybox', ...argv], { replace: { workingDirectory: folder } }));

const MAKE =
  'mkdir -p tree/sub; echo hello >tree/sub/file; ln -s sub/file tree/link; chmod 640 tree/sub/file';

describe.skipIf(!hasNamespaces)('a download (needs namespaces)', () => {
  let pods = 0;

  /** A pod whose container has a tree in /data; resolves with its name once the tree is there. */
  async function makePodWithTree(): Promise<string> {
    pods += 1;
    const made = `/data/made-${pods}`;
    const command = ['sh', '-c', `cd /data && ${MAKE}; touch ${made}; exec sleep 1000000`];
    const containers = [{ name: 'app', image: 'example/app:1', command }];
    const pod = await cluster.makePod(undefined, { spec: { containers } });
    const home = path.dirname(cluster.kubeconfigs.admin);
    await until(
      () => readdirSync(home, { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith(made)),
      () => 'the tree of the container',
    );
    return pod;
  }

  it('brings a file, and then a folder through the same debug container', async () => {
    const pod = await makePodWithTree();
    const file = await cp(`${pod}:/data/tree/link`, 'file');
    expect(file).toMatchObject({ exitCode: 0, stdout: '' });
    expect(file.stderr).toContain('added debug container');
    expect(readFileSync(at('file'), 'utf8')).toBe('hello\n');
    const tree = await cp(`${pod}:/data/tree`, 'there');
    expect(tree).toMatchObject({ exitCode: 0, stdout: '' });
    expect(tree.stderr).not.toContain('added debug container');
    expect(tree.stderr).toContain('verified by sha256');
    expect(readFileSync(at('there/tree/link'), 'utf8')).toBe('hello\n');
    expect(statSync(at('there/tree/sub/file')).mode & 0o777).toBe(0o640);
    expect(cluster.readPod(pod).spec.ephemeralContainers).toHaveLength(1);
  });

  it('says nothing with -q, and nothing but the tar stream on stdout', async () => {
    const pod = await makePodWithTree();
    expect(await cp('-q', `${pod}:/data/tree`, 'quiet')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    const stream = await cp('-q', `${pod}:/data/tree/sub/file`, '-');
    expect(stream).toMatchObject({ exitCode: 0, stderr: '' });
    expect(stream.stdout).toContain('hello\n');
  });

  it('says that there is no such file, and leaves nothing', async () => {
    const pod = await makePodWithTree();
    const { exitCode, stderr } = await cp(`${pod}:/no/such`, 'missing');
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      `cannot copy /no/such of container "app" in default/${pod}: no such file or folder`,
    );
    expect(existsSync(at('missing'))).toBe(false);
  });
});

it.each([
  { label: 'no destination', argv: ['web-1:/x'], said: 'cp takes what to copy, and where to' },
  { label: 'no pod', argv: ['./a', './b'], said: 'neither side names a pod' },
  { label: 'two of one name', argv: ['web-1:/a/x', 'web-1:/b/x', 'there'], said: 'the same name' },
  { label: 'several to stdout', argv: ['web-1:/a', 'web-1:/b', '-'], said: 'has one source' },
  { label: '--follow into a file', argv: ['-f', 'web-1:/a', 'there'], said: '--follow writes one file' },
  { label: '--tail without --follow', argv: ['--tail=3', 'web-1:/a', '-'], said: 'there is no --follow' },
])('refuses $label before it asks the cluster', async ({ argv, said }) => {
  const { exitCode, stdout, stderr } = await cp(...argv, '--server=https://127.0.0.1:1');
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(said);
  expect(stderr).toMatch(/\[usage\]\nhint: /);
});

it('adds no debug container to a pod that has no such container, or has finished', async () => {
  const pod = await cluster.makePod();
  const other = await cp('-c', 'other', `${pod}:/x`, 'there');
  expect(other).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('no container "other"') as string,
  });
  const spec = { restartPolicy: 'Never', containers: [{ name: 'app', image: 'x', command: ['true'] }] };
  cluster.playground.createPod({ name: 'finished-1', spec });
  await cluster.untilContainer('finished-1', 'app', 'terminated');
  const finished = await cp('finished-1:/x', 'there');
  expect(finished.exitCode).toBe(1);
  expect(finished.stderr).toContain('container "app" of default/finished-1 is not running');
  for (const name of [pod, 'finished-1'])
    expect(cluster.readPod(name).spec.ephemeralContainers ?? []).toEqual([]);
});
