import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readArchive } from '../drivers/read-archive.ts';
import { DEBUG_IMAGE, VIEWER_KUBECONFIG } from './environment.ts';
import {
  APP_COMMAND_LINE,
  aPod,
  createNamespace,
  keepsCrashing,
  shellContainer,
  type Namespace,
} from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, runProgram } from './program.ts';
import { untilRightsAreKnown } from './rights.ts';

const CANARY = 'sesame-4711';
/** Listens, keeps a deleted file open, and has links that lead out of its root. */
const SERVER = `httpd -p 8080 -h /etc; echo started; echo kept > /tmp/gone; exec 7< /tmp/gone; rm /tmp/gone
ln -s /etc/hostname /tmp/absolute; ln -s ../../../../../../etc/hostname /tmp/climbs; mkfifo /tmp/pipe
printf 'a\\000b' > /tmp/binary; while :; do sleep 1; done`;

let namespace: Namespace;
let restricted: Namespace;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kubectl-debug-e2e-snapshot-'));
  [namespace, restricted] = await Promise.all([createNamespace('snapshot'), createNamespace('snapshot-r')]);
  const env = [{ name: 'DB_PASSWORD', value: CANARY }];
  const secret = { ...shellContainer('app', `exec sleep 86400`), args: ['x', `--password=${CANARY}`], env };
  await namespace.create([
    aPod('app'),
    aPod('two', {
      initContainers: [
        { ...shellContainer('side', 'echo beside; exec sleep 86400'), restartPolicy: 'Always' },
      ],
      containers: [shellContainer('app', SERVER), shellContainer('other', 'exec sleep 86400')],
    }),
    aPod('shared', { shareProcessNamespace: true, containers: [shellContainer('one', SERVER), secret] }),
    aPod('doomed'),
  ]);
  await namespace.create(
    [aPod('done', { restartPolicy: 'Never', containers: [shellContainer('app', 'echo bye')] })],
    ({ status }) => status?.phase === 'Succeeded',
  );
  await namespace.create(
    [aPod('crash', { containers: [shellContainer('app', 'echo boom; exit 3')] })],
    keepsCrashing,
  );
  const hardened = {
    runAsUser: 65532,
    runAsGroup: 65532,
    runAsNonRoot: true,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    seccompProfile: { type: 'RuntimeDefault' },
  };
  await restricted.enforce('restricted');
  await restricted.create([
    aPod('app', {
      containers: [{ ...shellContainer('app', 'exec sleep 86400'), securityContext: hardened }],
    }),
  ]);
});
afterEach(endPrograms);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([namespace.remove(), restricted.remove()]);
});

const run = (args: readonly string[], options: Parameters<typeof runProgram>[1] = {}) =>
  runProgram(['snapshot', ...(args.includes('--no-container') ? [] : IMAGE), ...args], options);

const IMAGE = [`--image=${DEBUG_IMAGE}`, '--image-pull-policy=IfNotPresent'];

interface Row {
  readonly evidence: string;
  readonly file: string;
  readonly reason: string | null;
}

async function take(pod: string, ...flags: readonly string[]) {
  return takeIn(namespace, pod, ...flags);
}

async function takeIn({ name }: Namespace, pod: string, ...flags: readonly string[]) {
  const file = path.join(folder, `${pod}-${readdirSync(folder).length}.tgz`);
  const { exitCode, stdout, stderr } = await run([pod, '-n', name, '-o', file, ...flags]);
  expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: `${file}\n`, stderr });
  const { files } = await readArchive(readFileSync(file));
  const text = (place: string) => files.get(place)?.toString() ?? '';
  const { evidence } = JSON.parse(text('manifest.json')) as { readonly evidence: readonly Row[] };
  return {
    files,
    text,
    stderr,
    reasonOf: (place: string) => evidence.find((row) => row.file === place)?.reason,
  };
}

const lineOf = (table: string, word: string) => table.split('\n').find((line) => line.includes(word)) ?? '';

describe('a snapshot', () => {
  it('of an image without a shell has its processes, limits, mounts and usage', async () => {
    const { text } = await take('app');
    expect(lineOf(text('processes.txt'), APP_COMMAND_LINE)).toMatch(/^1 +0 +\d+ +app +/);
    expect(text('containers/app/limits.txt')).toContain('Max open files');
    expect(text('containers/app/mounts.txt')).toMatch(/^\/ +overlay +\d/m);
    expect(text('containers/app/usage.txt')).toMatch(/^memory: .+\n(.*\n)*cpu: /);
    expect(text('containers/app/resolv.conf')).toContain('nameserver');
    expect(text('node.yaml')).toContain('type: MemoryPressure');
    expect(text('pod.yaml')).toContain('managedFields:');
    expect(text('explanation.txt')).toMatch(new RegExp(`^${namespace.name}/app: READY 1/1`));
  });

  it('has the sockets with their processes, deleted files that are open, and chosen files inside of the root', async () => {
    const files = ['/tmp/absolute', '/tmp/climbs', '/tmp/pipe', '/tmp/binary', '/tmp', '/none'];
    const {
      text,
      files: all,
      reasonOf,
    } = await take('two', '-c', 'app', ...files.map((each) => `--file=${each}`));
    expect(lineOf(text('sockets.txt'), ':8080')).toMatch(
      /^tcp6? +LISTEN +\S+:8080 .* \d+ \((?:httpd|sh|busybox)\)$/,
    );
    expect(lineOf(text('open-files.txt'), 'gone')).toContain('/tmp/gone (deleted)');
    expect(text('containers/app/files/tmp/absolute')).toBe('two\n');
    expect(text('containers/app/files/tmp/climbs')).toBe('two\n');
    expect(all.get('containers/app/files/tmp/binary')).toEqual(Buffer.from('a\0b'));
    expect(reasonOf('containers/app/files/tmp/pipe')).toBe('it is no regular file');
    expect(reasonOf('containers/app/files/tmp')).toBe('it is a folder');
    expect(reasonOf('containers/app/files/none')).toBe('there is no such file');
    expect(text('logs/side.log')).toContain('beside');
    expect(text('logs/app.log')).toMatch(/^\d{4}-\S+Z started$/m);
  });

  it('visits every container with --all-containers', async () => {
    const { text } = await take('two', '--all-containers');
    for (const name of ['app', 'other', 'side']) expect(text(`containers/${name}/limits.txt`)).not.toBe('');
    expect(text('containers/other/processes.txt')).toContain('sleep 86400');
  });

  it('tells the containers of shared processes apart, and has no secret in it', async () => {
    const { text, files } = await take('shared', '--target=one');
    expect(lineOf(text('processes.txt'), 'sleep 86400')).toMatch(/ app +S /);
    expect(lineOf(text('processes.txt'), 'httpd')).toMatch(/ one +S /);
    expect(text('containers/app/usage.txt')).not.toBe('');
    for (const [file, bytes] of files) expect(`${file} ${bytes.includes(CANARY)}`).toBe(`${file} false`);
  });

  it('of a crash-looping pod has both logs, and what needs no process of it', async () => {
    const { text, reasonOf } = await take('crash');
    expect(text('logs/app.log') + text('logs/app.previous.log')).toContain('boom');
    expect(text('explanation.txt')).toContain('exit code 3');
    expect(text('network.txt')).toContain('sockstat');
    expect(reasonOf('processes')).toMatch(/is not running/);
  });

  it('of a finished pod has its log, and says why there is no more', async () => {
    const { text, reasonOf } = await take('done');
    expect(text('logs/app.log')).toContain('bye');
    expect(reasonOf('processes')).toMatch(/it has finished/);
  });

  it('fits a restricted namespace', async () => {
    const { text, stderr } = await takeIn(restricted, 'app', '--file=/etc/hostname');
    expect(stderr).toContain('trying --profile=restricted');
    expect(text('processes.txt')).toContain('sleep 86400');
    expect(text('containers/app/files/etc/hostname')).toBe('app\n');
  });

  it('is whole on stdout, and reads as other programs read tar', async () => {
    const { exitCode, stdoutBytes } = await run([
      'app',
      '-n',
      namespace.name,
      '--no-container',
      '-o',
      '-',
      '-q',
    ]);
    expect(exitCode).toBe(0);
    const listed = execFileSync('tar', ['-tzf', '-'], { input: stdoutBytes, encoding: 'utf8' });
    expect(listed).toMatch(/^app-\d{8}-\d{6}\/\n(.*\n)*app-\d{8}-\d{6}\/index\.html\n$/);
  });
});

describe('what cannot be', () => {
  it.skipIf(VIEWER_KUBECONFIG === undefined)(
    'is an error for a user who may not even read the pod',
    async () => {
      const { exitCode, stderr } = await run(
        ['app', '-n', namespace.name, '-o', path.join(folder, 'no.tgz')],
        {
          kubeconfig: VIEWER_KUBECONFIG ?? '',
        },
      );
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(/^error: .+ \[forbidden\]/);
    },
  );

  it('is listed for a user who may only read pods and logs', async () => {
    const { name } = namespace;
    await kubectl(['create', 'role', 'reader', '-n', name, '--verb=get,list', '--resource=pods,pods/log']);
    await kubectl(['create', 'rolebinding', 'reader', '-n', name, '--role=reader', '--user=reader']);
    await untilRightsAreKnown(name);
    const { text, reasonOf } = await take('doomed', '--as=reader');
    expect(text('logs/app.log') + text('pod.yaml')).toContain('kind: Pod');
    expect(reasonOf('node.yaml')).toMatch(/^you may not read it \(403\)/);
    expect(reasonOf('events.txt')).toMatch(/^you may not read it \(403\)/);
    expect(reasonOf('processes')).toMatch(/^no debug container: .*you may not get and create pods\/exec/);
  });

  it('leaves no file where the disk is full, and deletes no pod', async () => {
    const disk = path.join(folder, 'disk');
    execFileSync('mkdir', [disk]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', disk]);
    try {
      const call = [
        'doomed',
        '-n',
        namespace.name,
        '--no-container',
        '-o',
        path.join(disk, 'a.tgz'),
        '--then=delete',
        '--yes',
      ];
      const { exitCode, stdout, stderr } = await run(call);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
      expect(stderr).toMatch(/no space is left on the device \[output-failed\]/);
      expect(readdirSync(disk)).toEqual([]);
    } finally {
      execFileSync('umount', [disk]);
    }
    expect((await namespace.read('doomed')).metadata.deletionTimestamp).toBeUndefined();
  });
});

it('deletes the pod with --then=delete once the file is there', async () => {
  writeFileSync(path.join(folder, 'old.tgz'), '');
  const file = path.join(folder, 'old.tgz');
  const { exitCode, stdout } = await run([
    'doomed',
    '-n',
    namespace.name,
    '-o',
    file,
    '--overwrite',
    '--then=delete',
    '--yes',
    '-q',
  ]);
  expect({ exitCode, stdout }).toEqual({
    exitCode: 0,
    stdout: `${file}\npod ${namespace.name}/doomed deleted\n`,
  });
  expect((await readArchive(readFileSync(file))).files.has('processes.txt')).toBe(true);
  expect(await kubectl(['get', 'pods', '-n', namespace.name, '-o', 'name'])).not.toContain('pod/doomed\n');
});
