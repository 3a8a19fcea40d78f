import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { canConfine } from '../../playground/run/can-confine.ts';
import { finish, type CommandResult } from '../drivers/run-command.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { until } from '../drivers/until.ts';
import { someBytes } from '../samples/some-bytes.ts';

const probe = mkdtempSync(path.join(tmpdir(), 'cp-upload-probe-'));
/** A debug container sees the files of another only where containers have namespaces. */
const hasNamespaces = await canConfine(probe);
rmSync(probe, { recursive: true });

const MIB = 1024 * 1024;
let cluster: RunPlayground;
let pod: string;
beforeAll(async () => {
  cluster = await runPlayground(undefined, hasNamespaces ? 'namespaces' : 'none');
  if (!hasNamespaces) return;
  const command = ['sh', '-c', 'mkdir /data/to; exec sleep 1000000'];
  const containers = [{ name: 'app', image: 'example/app:1', command }];
  pod = await cluster.makePod({ kind: 'run' }, { spec: { containers } });
  const home = path.dirname(cluster.kubeconfigs.admin);
  await until(
    () => readdirSync(home, { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('/data/to')),
    () => 'the folder of the container',
  );
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' });
  data = path.join(home, path.dirname(names.find((name) => name.endsWith('/data/to')) ?? ''));
});
afterAll(() => cluster.close());

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cp-upload-'));
  await mkdir(path.join(folder, 'from/sub'), { recursive: true });
  await mkdir(path.join(data, 'to'), { recursive: true });
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await rm(path.join(data, 'to'), { recursive: true });
});

const at = (name: string): string => path.join(folder, name);
/** What the container of the pod sees as /data. */
let data: string;
const there = (name: string): string => path.join(data, 'to', name);
const upload = (from: string, to: string, ...flags: readonly string[]): Promise<CommandResult> =>
  finish(cluster.start(['cp', from, `${pod}:${to}`, '--image=busybox', ...flags]));

describe.skipIf(!hasNamespaces)('cp to a pod (needs namespaces)', () => {
  it('copies a tree with small, large and odd files, folders and links', async () => {
    const files = { small: someBytes(3000), empty: Buffer.alloc(0), 'sub/large': someBytes(9 * MIB + 5) };
    for (const [name, bytes] of Object.entries(files)) await writeFile(at(`from/${name}`), bytes);
    await writeFile(at('from/sub/odd \\ "name\nof two lines'), 'odd');
    await writeFile(at('from/program'), 'run', { mode: 0o755 });
    await symlink('../small', at('from/sub/link'));
    const result = await upload(at('from'), '/data/to/copy');
    expect(result).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('5 files') as string });
    for (const [name, bytes] of Object.entries(files))
      expect(readFileSync(there(`copy/${name}`)).equals(bytes)).toBe(true);
    expect(readFileSync(there('copy/sub/odd \\ "name\nof two lines'), 'utf8')).toBe('odd');
    expect((await stat(there('copy/program'))).mode & 0o777).toBe(0o755);
    expect(await readlink(there('copy/sub/link'))).toBe('../small');
    expect(await readdir(there(''))).toEqual(['copy']);
  });

  it('keeps the holes of a large file', async () => {
    const bytes = Buffer.concat([someBytes(MIB), Buffer.alloc(16 * MIB), someBytes(MIB)]);
    await writeFile(at('from/large'), bytes);
    expect(await upload(at('from/large'), '/data/to/')).toMatchObject({ exitCode: 0 });
    expect(readFileSync(there('large')).equals(bytes)).toBe(true);
  });

  it('says that there is no such folder, and leaves nothing behind', async () => {
    await writeFile(at('from/small'), 'x');
    const { exitCode, stderr } = await upload(at('from/small'), '/data/to/no/such');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('there is no such folder [file-not-found]');
    expect(await readdir(there(''))).toEqual([]);
  });

  it('refuses a file in the place of a folder, and keeps the folder', async () => {
    await mkdir(there('from/sub/kept'), { recursive: true });
    await rm(at('from/sub'), { recursive: true });
    await writeFile(at('from/sub'), 'a file');
    const { exitCode, stderr } = await upload(at('from'), '/data/to/');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('is a file on one side and a folder on the other [file-denied]');
    expect(await readdir(there(''))).toEqual(['from']);
    expect(await readdir(there('from/sub'))).toEqual(['kept']);
  });
});
