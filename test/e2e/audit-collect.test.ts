import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DEBUG_IMAGE } from './environment.ts';
import { eventually } from './eventually.ts';
import { APP_CONTAINER, aPod, createNamespace, shellContainer, type Namespace } from './fixture.ts';
import { openForwarder } from './forwarder.ts';
import { endPrograms, runProgram, startProgram } from './program.ts';

const LARGE_BYTES = 300_000_000;

/** A pod that is ready once its files are there. */
const making = (script: string, done: string) => ({
  containers: [
    {
      ...shellContainer('app', `${script}; echo 1 > ${done}; exec sleep 86400`),
      readinessProbe: { exec: { command: ['test', '-e', done] }, periodSeconds: 1 },
    },
  ],
});

let namespace: Namespace;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'audit-collect-'));
  namespace = await createNamespace('collect');
  const replica = (color: string) =>
    making(
      `mkdir /data; echo color=${color} > /data/app.conf; head -c 3000000 /dev/zero > /data/big; ln -s /etc /data/out`,
      '/data/done',
    );
  await namespace.create([
    aPod('web-1', replica('blue')),
    aPod('web-2', replica('blue')),
    aPod('web-3', replica('red')),
    aPod('bare', { containers: [APP_CONTAINER] }),
    aPod('large', making(`head -c ${LARGE_BYTES} /dev/urandom > /large`, '/done')),
  ]);
});
afterEach(endPrograms);
afterAll(async () => {
  await namespace.remove();
  await rm(folder, { recursive: true });
});

const at = (name: string, ...names: readonly string[]) => path.join(folder, name, namespace.name, ...names);
const words = (name: string, ...argv: readonly string[]): readonly string[] => [
  'audit',
  `--namespace=${namespace.name}`,
  `--image=${DEBUG_IMAGE}`,
  '--yes',
  `--output-dir=${path.join(folder, name)}`,
  ...argv,
];
const collect = (...argv: Parameters<typeof words>) => runProgram(words(...argv));

it('shows which replica differs, leaves out links that lead out, and ends its debug containers', async () => {
  const { exitCode, stdout, stderr } = await collect('all', 'web-1', 'web-2', 'web-3', '--collect=/data');
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(stdout).toMatch(/^2 pods: collected: /);
  expect(stdout).toMatch(/1 pod differs: collected: \S+\/web-3\n/);
  expect(stdout.match(/^ {2}[-+] .*$/gm)?.map((line) => line.replace(/[0-9a-f]{64}/, 'HASH'))).toEqual([
    '  - HASH  11  /data/app.conf',
    '  + HASH  10  /data/app.conf',
  ]);
  expect(stdout).toContain('not collected  /data/out: a link that leads out of the folder [link-outside]');
  expect(await readFile(at('all', 'web-3', 'app', 'data', 'app.conf'), 'utf8')).toBe('color=red\n');
  expect((await readdir(at('all', 'web-1', 'app', 'data'))).toSorted()).toEqual(['app.conf', 'big', 'done']);
  expect((await stat(path.join(folder, 'all'))).mode & 0o777).toBe(0o700);
  const { status } = await namespace.read('web-1');
  const states = (status?.ephemeralContainerStatuses ?? []).map(({ state }) => Object.keys(state ?? {}));
  expect(states).toEqual([['terminated']]);
});

it('names a path that a pod lacks and what is beyond a bound, and ends with 1', async () => {
  const flags = ['--collect=/data', '--max-output=1Mi', '-o', 'json'];
  const { exitCode, stdout } = await collect('bound', 'web-1', 'bare', ...flags);
  expect(exitCode).toBe(1);
  const { rows } = JSON.parse(stdout) as { rows: readonly Record<string, unknown>[] };
  const of = (pod: string) => rows.find((row) => row['pod'] === pod);
  expect(of('bare')).toMatchObject({
    files: [],
    leftOut: [{ path: '/data', why: 'file-not-found' }],
    outcome: 'exited',
    verdict: 'unmet',
  });
  expect(of('web-1')).toMatchObject({
    files: expect.arrayContaining([
      expect.objectContaining({ path: '/data/app.conf', size: 11, mode: '0644' }),
    ]) as unknown,
    leftOut: expect.arrayContaining([{ path: '/data/big', why: 'max-output', size: 3_000_000 }]) as unknown,
  });
});

it('goes on after an interrupt with the bytes that had come', async () => {
  // It is still in the middle when both signals come.
  const forwarder = await openForwarder({ holdsAfter: { way: 'down', bytes: 20_000_000 } });
  const call = words('large', 'large', '--collect=/large', '--max-output=1Gi');
  const program = startProgram([...call, ...forwarder.flags]);
  const partial = at('large', 'large', 'app', '.large.kubectl-debug-partial');
  await eventually('the first bytes', async () => {
    const found = await stat(partial).catch(() => undefined);
    return (found?.size ?? 0) > 5_000_000 || undefined;
  });
  program.kill('SIGINT');
  await program.waitFor('stderr', /Ctrl-C again ends them/);
  program.kill('SIGINT');
  const interrupted = await program.ended;
  expect(interrupted).toMatchObject({
    exitCode: 130,
    stdout: expect.stringContaining('incomplete') as unknown,
  });
  expect((await stat(partial)).size).toBeGreaterThan(5_000_000);
  const run = /--resume=(\S+)/.exec(interrupted.stderr)?.[1] ?? '';
  const resumed = await runProgram(['audit', `--resume=${run}`, ...forwarder.flags]);
  expect(resumed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('collected') as unknown });
  expect((await stat(at('large', 'large', 'app', 'large'))).size).toBe(LARGE_BYTES);
  await expect(stat(partial)).rejects.toThrow('ENOENT');
  forwarder.cut();
});
