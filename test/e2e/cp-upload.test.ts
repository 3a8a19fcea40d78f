import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { someBytes } from '../samples/some-bytes.ts';
import { APP_CONTAINER, aPod, createNamespace, shellContainer, type Namespace } from './fixture.ts';
import { DEBUG_IMAGE } from './environment.ts';
import { openForwarder } from './forwarder.ts';
import { kubectl } from './kubectl.ts';
import { runProgram, startProgram } from './program.ts';

const MIB = 1024 * 1024;
const mount = [{ name: 'data', mountPath: '/data' }];
const volumes = [{ name: 'data', emptyDir: {} }];
/** Mounts the same volume, so that it can show what the container beside it has. */
const viewer = { ...shellContainer('viewer', 'exec sleep 86400'), volumeMounts: mount };

let namespace: Namespace;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-upload-'));
  await mkdir(path.join(folder, 'tree/sub'), { recursive: true });
  await writeFile(path.join(folder, 'tree/prog'), 'hello');
  await chmod(path.join(folder, 'tree/prog'), 0o4755);
  await writeFile(path.join(folder, 'tree/sub/it has\na name'), someBytes(1000));
  await symlink('/etc/passwd', path.join(folder, 'tree/sub/link'));
  await writeFile(path.join(folder, 'tree/big'), someBytes(40 * MIB));
  namespace = await createNamespace('upload');
  const target = { ...APP_CONTAINER, volumeMounts: mount };
  const user = { runAsUser: 1000, runAsGroup: 2000, fsGroup: 3000 };
  const isReadOnly = { ...target, securityContext: { readOnlyRootFilesystem: true } };
  await namespace.create([
    aPod('user', { securityContext: user, containers: [target, viewer], volumes }),
    aPod('root', { containers: [target, viewer], volumes }),
    aPod('readonly', { containers: [isReadOnly, viewer], volumes }),
  ]);
});
afterAll(async () => {
  await namespace.remove();
  await rm(folder, { recursive: true });
});

const cp = (...words: readonly string[]): readonly string[] => [
  'cp',
  ...words,
  `--namespace=${namespace.name}`,
  '--container=app',
  `--image=${DEBUG_IMAGE}`,
];
const local = (name: string): string => path.join(folder, name);
const see = (pod: string, script: string): Promise<string> =>
  kubectl(['exec', '-n', namespace.name, pod, '-c', 'viewer', '--', 'sh', '-c', script]);
/** The names and the bytes of all files; GNU's sha256sum would write some names in its own way. */
const HASHES =
  'export LC_ALL=C; { find . -print0 | sort -z; find . -type f -print0 | sort -z | xargs -0 cat; } | sha256sum';
const ownHashes = (name: string): string =>
  execFileSync('sh', ['-c', HASHES], { cwd: local(name), encoding: 'utf8' });

it.each([
  { pod: 'user', owner: '1000:3000' },
  { pod: 'root', owner: '0:0' },
])('writes a tree as the user of the container in pod $pod, like kubectl cp', async ({ pod, owner }) => {
  const result = await runProgram(cp(local('tree'), `${pod}:/data/`));
  expect(result).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('verified by sha256') as string,
  });
  expect(await see(pod, `cd /data/tree && ${HASHES}`)).toBe(ownHashes('tree'));
  expect(await see(pod, 'stat -c "%a %u:%g" /data/tree/prog; readlink /data/tree/sub/link')).toBe(
    `755 ${owner}\n/etc/passwd\n`,
  );
  await kubectl(['cp', '-n', namespace.name, '-c', 'viewer', local('tree'), `${pod}:/data/by-kubectl`]);
  expect(await see(pod, `cd /data/by-kubectl && ${HASHES}`)).toBe(ownHashes('tree'));
});

it.each([
  { pod: 'user', to: '/etc/', why: 'the user of the container may not write there' },
  { pod: 'readonly', to: '/etc/', why: 'the file system there is read-only' },
  { pod: 'root', to: '/no/such/place', why: 'there is no such folder' },
])('does not write to $to of pod $pod, and says why', async ({ pod, to, why }) => {
  const { exitCode, stderr } = await runProgram(cp(local('tree/prog'), `${pod}:${to}`));
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`error: cannot copy to ${pod}:${to}: ${why} [`);
});

/** Where a connection is held, so that the copy is in the middle whenever the test looks. */
const HALF = { way: 'up', bytes: 20 * MIB } as const;
/** Its staging folder shows that a copy is on its way. */
const untilIsStaged = (): Promise<void> =>
  expect
    .poll(() => see('root', 'ls -A /data | grep -c ^.kubectl-debug || true'), { timeout: 240_000 })
    .toBe('1\n');

it('goes on after a cut, with what has not arrived', async () => {
  const forwarder = await openForwarder({ holdsAfter: HALF });
  const program = startProgram([...cp(local('tree'), 'root:/data/cut'), ...forwarder.flags]);
  await untilIsStaged();
  forwarder.cut();
  forwarder.mend();
  const { exitCode, stderr } = await program.ended;
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  forwarder.cut();
  expect(await see('root', `cd /data/cut && ${HASHES}`)).toBe(ownHashes('tree'));
  expect(await see('root', 'ls -A /data | grep ^.kubectl-debug || true')).toBe('');
});

it('leaves nothing behind when it is interrupted', async () => {
  const forwarder = await openForwarder({ holdsAfter: HALF });
  const program = startProgram([...cp(local('tree'), 'root:/data/interrupted'), ...forwarder.flags]);
  await untilIsStaged();
  program.kill('SIGINT');
  expect((await program.ended).exitCode).toBe(130);
  forwarder.cut();
  expect(await see('root', 'ls -A /data | grep -e ^.kubectl-debug -e interrupted || true')).toBe('');
});

it('never follows a link that lies in the destination', async () => {
  await see('root', 'mkdir -p /data/in /data/elsewhere; ln -s /data/elsewhere /data/in/tree');
  const { exitCode, stderr } = await runProgram(cp(local('tree'), 'root:/data/in'));
  expect(exitCode).toBe(1);
  expect(stderr).toContain('"tree" is a file on one side and a folder on the other');
  expect(await see('root', 'ls -A /data/elsewhere')).toBe('');
});

it('takes a tar stream, and copies between containers', async () => {
  const input = execFileSync('tar', ['-C', folder, '-c', 'tree/prog', 'tree/sub'], { maxBuffer: MIB });
  expect(await runProgram(cp('-', 'readonly:/data'), { input })).toMatchObject({ exitCode: 0 });
  expect(await see('readonly', 'cat /data/tree/prog')).toBe('hello');
  expect(await runProgram(cp('readonly:/data/tree/sub', 'user:/data'))).toMatchObject({ exitCode: 0 });
  expect(await see('user', `cd /data/sub && ${HASHES}`)).toBe(ownHashes('tree/sub'));
});
