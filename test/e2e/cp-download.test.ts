import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { APP_CONTAINER, aPod, createNamespace, shellContainer, type Namespace } from './fixture.ts';
import { DEBUG_IMAGE } from './environment.ts';
import { eventually } from './eventually.ts';
import { openForwarder } from './forwarder.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, runProgram, startProgram } from './program.ts';

const MIB = 1024 * 1024;
const mount = [{ name: 'data', mountPath: '/data' }];
const volumes = [{ name: 'data', emptyDir: {} }];
/** Mounts the same volume, so that it can make what the container beside it has. */
const viewer = { ...shellContainer('viewer', 'exec sleep 86400'), volumeMounts: mount };
const target = { ...APP_CONTAINER, volumeMounts: mount };
const confined = {
  securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
};
const user = { runAsUser: 1000, runAsGroup: 2000, runAsNonRoot: true };

/** Names that a shell, tar or sha256sum could take for something else. */
const MAKE_TREE = String.raw`umask 022; mkdir -p /data/tree/sub /data/tree/empty /data/tree/many && cd /data/tree
echo 1 >"$(printf 'line\nbreak')"; echo 2 >-rf; echo 3 >'  a  b '; echo 4 >"$(printf 'caf\351 \377')"; echo 5 >'back\slash\n'
: >sub/nothing; head -c 3145728 /dev/urandom >sub/three; head -c 3145733 /dev/urandom >"$(printf 'big\nname')"
for i in $(seq 1500); do echo "$i" >many/a-rather-long-name-so-that-xargs-starts-tar-more-than-once-$i; done
ln sub/three sub/second; ln -- -rf sub/small; ln -s ../sub/three sub/link; chmod 4750 sub/three; touch -d @1000000000 sub/nothing
dd if=/dev/zero of=holes bs=1 count=0 seek=20000000 2>/dev/null; echo end >>holes`;

let namespace: Namespace;
let folder: string;
const local = (name: string): string => path.join(folder, name);
const see = (script: string, pod = 'plain'): Promise<string> =>
  kubectl(['exec', '-n', namespace.name, pod, '-c', 'viewer', '--', 'sh', '-c', script]);
const flags = (): readonly string[] => [
  `--namespace=${namespace.name}`,
  '--container=app',
  `--image=${DEBUG_IMAGE}`,
];
const cp = (...words: readonly string[]): readonly string[] => ['cp', ...words, ...flags()];
const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
const hashIn = async (file: string): Promise<string> => (await see(`sha256sum <${file}`)).slice(0, 64);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-download-'));
  namespace = await createNamespace('download');
  const spec = { containers: [target, viewer], volumes };
  const seccompProfile = { type: 'RuntimeDefault' };
  const both = [
    { ...target, ...confined },
    { ...viewer, ...confined },
  ];
  await namespace.create([
    aPod('plain', spec),
    aPod('shared', { ...spec, shareProcessNamespace: true }),
    aPod('user', { volumes, containers: both, securityContext: { ...user, seccompProfile } }),
  ]);
  await see(MAKE_TREE);
});
afterEach(endPrograms);
afterAll(async () => {
  await namespace.remove();
  await rm(folder, { recursive: true });
});

/** The names and the bytes of all files; GNU's sha256sum would write some names in its own way. */
const HASHES =
  'export LC_ALL=C; { find . -print0 | sort -z; find . -type f -print0 | sort -z | xargs -0 cat; } | sha256sum';
const ownHashes = (name: string): string =>
  execFileSync('sh', ['-c', HASHES], { cwd: local(name), encoding: 'utf8' });

describe('a tree', () => {
  it('comes whole from an image without tar, as kubectl cp brings it from one with tar', async () => {
    const { exitCode, stderr } = await runProgram(cp('plain:/data/tree', local('tree')));
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stderr).toContain('verified by sha256');
    expect(ownHashes('tree')).toBe(await see(`cd /data/tree && ${HASHES}`));
    const { mode, ino, nlink } = statSync(local('tree/sub/three'));
    expect({ mode: mode & 0o7777, nlink, ino }).toMatchObject({ mode: 0o750 });
    expect(statSync(local('tree/sub/nothing')).mtimeMs).toBe(1_000_000_000_000);
    expect(readlinkSync(local('tree/sub/link'))).toBe('../sub/three');
    expect(statSync(local('tree/holes')).blocks).toBeLessThan(1000);
    await kubectl(['cp', '-n', namespace.name, '-c', 'viewer', 'plain:/data/tree/many', local('by-kubectl')]);
    expect(ownHashes('by-kubectl')).toBe(ownHashes('tree/many'));
  });

  it.each([
    { label: 'with /. only what is in it', source: '/data/tree/sub/.', to: '', has: 'three' },
    { label: 'with a slash itself', source: '/data/tree/sub/', to: '', has: 'sub/three' },
    { label: 'through a link', source: '/data/tree/sub/link', to: '/named', has: 'named' },
  ])('copies $label', async ({ source, to, has }) => {
    const into = await mkdtemp(local('into-'));
    expect(await runProgram(cp(`plain:${source}`, `${into}${to}`))).toMatchObject({ exitCode: 0 });
    expect(hashOf(path.join(into, has))).toBe(await hashIn('/data/tree/sub/three'));
  });

  it('goes to stdout as a tar stream', async () => {
    const { exitCode, stdoutBytes } = await runProgram(cp('plain:/data/tree', '-'));
    expect(exitCode).toBe(0);
    await mkdir(local('unpacked'));
    execFileSync('tar', ['-x'], { cwd: local('unpacked'), input: stdoutBytes });
    expect(ownHashes('unpacked/tree')).toBe(await see(`cd /data/tree && ${HASHES}`));
  });

  it('comes with several others, from a pod with one process namespace', async () => {
    await see('mkdir /data/a; echo a >/data/a/f; echo b >/data/b', 'shared');
    const into = await mkdtemp(local('several-'));
    const result = await runProgram(cp('shared:/data/a', 'shared:/data/b', into));
    expect(result).toMatchObject({ exitCode: 0 });
    expect(readFileSync(path.join(into, 'a/f'), 'utf8') + readFileSync(path.join(into, 'b'), 'utf8')).toBe(
      'a\nb\n',
    );
  });
});

describe('what a container may have', () => {
  it('leaves out links that lead out, devices and loops, and names them', async () => {
    await see(`mkdir /data/odd; cd /data/odd; ln -s /etc/passwd out; ln -s ../../.. up; ln -s loop loop; ln -s f in
      mkfifo fifo; mknod null c 1 3; echo f >f; chmod 6755 f; ln -s / root`);
    const { exitCode, stderr } = await runProgram(cp('plain:/data/odd', local('odd')));
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    for (const left of ['fifo', 'null']) expect(readdirSync(local('odd'))).not.toContain(left);
    expect(stderr).toContain('is a device, a FIFO or a socket');
    expect(lstatSync(local('odd/f')).mode & 0o7777).toBe(0o755);
    expect(readlinkSync(local('odd/in'))).toBe('f');
    for (const name of readdirSync(local('odd')).filter((each) =>
      lstatSync(local(`odd/${each}`)).isSymbolicLink(),
    ))
      expect(path.resolve(local('odd'), readlinkSync(local(`odd/${name}`)))).toContain(local('odd'));
  });

  it('resolves the named path inside the root of the target', async () => {
    await see(
      'ln -s /../../../app /data/abs; ln -s rel2 /data/rel; ln -s ../data/../app /data/rel2; ln -s me /data/me',
    );
    for (const name of ['abs', 'rel'])
      expect(await runProgram(cp(`plain:/data/${name}`, local(`link-${name}`)))).toMatchObject({
        exitCode: 0,
      });
    expect(hashOf(local('link-abs'))).toBe(hashOf(local('link-rel')));
    const looping = await runProgram(cp('plain:/data/me', local('me')));
    expect(looping).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('too many links') as string,
    });
  });

  it('reads a file of the kernel, which has no size', async () => {
    expect(await runProgram(cp('plain:/proc/1/environ', local('environ')))).toMatchObject({ exitCode: 0 });
    expect(readFileSync(local('environ'), 'latin1')).toContain('KUBERNETES_SERVICE_HOST=');
  });

  it.each([
    { source: 'plain:/no/such', kind: 'file-not-found' },
    { source: 'missing:/x', kind: 'not-found' },
  ])('says of $source what is missing', async ({ source, kind }) => {
    const { exitCode, stderr } = await runProgram(cp(source, local('missing')));
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`[${kind}]`);
    expect(existsSync(local('missing'))).toBe(false);
  });

  it('reads as the user of the target where Pod Security allows no more, and names what is closed', async () => {
    await see(
      'cd /data; mkdir u; echo open >u/open; echo no >u/closed; : >u/nothing; chmod 0 u/closed u/nothing',
      'user',
    );
    await namespace.enforce('restricted');
    const { exitCode, stderr } = await runProgram(cp('user:/data/u', local('u')));
    await namespace.enforce('privileged');
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1 });
    expect(stderr).toContain('could not be read: permission denied');
    expect(readdirSync(local('u'))).toEqual(['open']);
  });
});

const partialOf = (name: string): string => local(`.${name}.kubectl-debug-partial`);
const bytesOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
const untilHas = (file: string, bytes: number): Promise<unknown> =>
  eventually(`${bytes} bytes of ${file}`, () => (bytesOf(file) >= bytes ? true : undefined));

describe('a large file', () => {
  beforeAll(() => see('head -c 314572805 /dev/urandom >/data/large'));

  it('comes whole over a connection that is cut three times', async () => {
    const forwarder = await openForwarder();
    const program = startProgram([...cp('plain:/data/large', local('cut')), ...forwarder.flags]);
    for (const mib of [20, 90, 200]) {
      await untilHas(partialOf('cut'), mib * MIB);
      forwarder.cut();
      forwarder.mend();
    }
    const { exitCode, stderr } = await program.ended;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stderr.match(/the connection was cut.*/g)).toHaveLength(3);
    expect(hashOf(local('cut'))).toBe(await hashIn('/data/large'));
    expect(forwarder.received()).toBeLessThan(360 * MIB);
    forwarder.cut();
  });

  it('goes on after Ctrl-C where it was', async () => {
    const held = await openForwarder({ holdsAfter: { way: 'down', bytes: 170 * MIB } });
    const first = startProgram([...cp('plain:/data/large', local('interrupted')), ...held.flags]);
    await untilHas(partialOf('interrupted'), 150 * MIB);
    first.kill('SIGINT');
    const { exitCode, stderr } = await first.ended;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 130 });
    expect(stderr).toContain('.interrupted.kubectl-debug-partial');
    expect(existsSync(local('interrupted'))).toBe(false);
    held.cut();
    const forwarder = await openForwarder();
    const again = [...cp('plain:/data/large', local('interrupted')), ...forwarder.flags];
    expect(await runProgram(again)).toMatchObject({ exitCode: 0 });
    expect(hashOf(local('interrupted'))).toBe(await hashIn('/data/large'));
    expect(forwarder.received()).toBeLessThan(170 * MIB);
    expect(existsSync(partialOf('interrupted'))).toBe(false);
    forwarder.cut();
  });

  it('names a file that grew meanwhile', async () => {
    const growing = see('until [ -e /data/enough ]; do echo more >>/data/large; sleep 0.02; done');
    const { exitCode, stderr } = await runProgram(cp('plain:/data/large', local('grew')));
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stderr).toContain('the file grew while it was read; the copy has what it had at first');
    await see('touch /data/enough');
    await growing;
  });

  it('stays as a part on a full disk, and goes on once there is room', async () => {
    const disk = await mkdtemp(local('disk-'));
    const mounts = (...words: readonly string[]): Buffer => execFileSync('mount', [...words, disk]);
    mounts('-t', 'tmpfs', '-o', 'size=50m', 'tmpfs');
    try {
      const to = path.join(disk, 'large');
      const { exitCode, stderr } = await runProgram(cp('plain:/data/large', to));
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 1 });
      expect(stderr.match(/^error: /gm)).toHaveLength(1);
      expect(stderr).toContain('[write-failed]');
      expect(bytesOf(path.join(disk, '.large.kubectl-debug-partial'))).toBeGreaterThan(40 * MIB);
      mounts('-o', 'remount,size=400m');
      expect(await runProgram(cp('plain:/data/large', to))).toMatchObject({ exitCode: 0 });
      expect(hashOf(to)).toBe(await hashIn('/data/large'));
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

describe('--follow', () => {
  it('writes each line once, through rotation, truncation and a cut', async () => {
    await see('for i in 1 2 3; do echo "line $i"; done >/data/log');
    const forwarder = await openForwarder();
    const program = startProgram(['cp', '-f', 'plain:/data/log', '-', ...flags(), ...forwarder.flags]);
    await program.waitFor('stdout', /line 3\n/);
    await see('echo "line 4" >>/data/log; mv /data/log /data/log.1; echo "line 5" >/data/log');
    await program.waitFor('stdout', /line 5\n/);
    forwarder.cut();
    await see('echo "line 6" >>/data/log');
    forwarder.mend();
    await program.waitFor('stdout', /line 6\n/);
    await see('echo "line 7" >/data/log');
    await program.waitFor('stdout', /line 7\n/);
    program.kill('SIGINT');
    const { stdout, exitCode } = await program.ended;
    expect(stdout).toBe([1, 2, 3, 4, 5, 6, 7].map((line) => `line ${line}\n`).join(''));
    expect(exitCode).toBe(130);
    forwarder.cut();
  });
});

it('says why it does not copy from a pod that has finished', async () => {
  const spec = { restartPolicy: 'Never', containers: [shellContainer('app', 'true')] };
  await namespace.create([aPod('done', spec)], ({ status }) => status?.phase === 'Succeeded');
  const { exitCode, stderr } = await runProgram(cp('done:/etc/passwd', local('done')));
  expect(exitCode).toBe(1);
  expect(stderr).toContain('container "app"');
  expect(stderr).toMatch(/^hint: /m);
});
