import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import program from '../../package.json' with { type: 'json' };
import { krewManifest } from '../../scripts/release/packages/krew-manifest.ts';
import { aRelease } from '../builders/a-release.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { MACHINE, RELEASE, releaseFile, run } from './release-files.ts';

interface Manifest {
  readonly spec: {
    readonly platforms: readonly {
      readonly selector: { readonly matchLabels: { readonly os: string; readonly arch: string } };
      readonly uri: string;
      readonly bin: string;
    }[];
  };
}

const ARCHIVE = releaseFile(`_linux_${MACHINE}.tar.gz`);
const MANIFEST = releaseFile('dbg.yaml');
let folder = '';
let playground: RunPlayground;
/** Serves the archive, as the page of a release would. */
const server = createServer((_, response) => void createReadStream(ARCHIVE).pipe(response));

/** Runs kubectl with an own root of krew. */
const kubectl = (root: string, ...args: readonly string[]): Promise<string> =>
  run('kubectl', args, {
    env: { KREW_ROOT: join(folder, root), KUBECONFIG: playground.kubeconfigs.admin },
    paths: [join(folder, 'bin'), join(folder, root, 'bin')],
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kubectl-debug-krew-'));
  const tools = ['krew', 'validate-krew-manifest'].map((name) => `sigs.k8s.io/krew/cmd/${name}`);
  mkdirSync(join(folder, 'bin'));
  await run('go', ['build', '-o', `${join(folder, 'bin')}/`, ...tools], {
    cwd: join(import.meta.dirname, 'krew'),
    env: { CGO_ENABLED: '0' },
  });
  symlinkSync('krew', join(folder, 'bin/kubectl-krew'));
  playground = await runPlayground();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});

afterAll(async () => {
  server.close();
  await playground.close();
  rmSync(folder, { recursive: true, force: true });
});

it('has a manifest that krew takes into its index, also with all platforms', async () => {
  const whole = join(folder, 'dbg.yaml');
  writeFileSync(whole, krewManifest(aRelease()));
  for (const manifest of [MANIFEST, whole])
    await expect(
      run(join(folder, 'bin/validate-krew-manifest'), ['-manifest', manifest, '-skip-install']),
    ).resolves.toBe('');
});

it('is installed from the manifest and the archive, and runs under its names', async () => {
  await playground.makePods('krew', 2);
  await kubectl('one', 'krew', 'install', `--manifest=${MANIFEST}`, `--archive=${ARCHIVE}`);
  expect(await kubectl('one', 'dbg', '--version')).toBe(`kubectl-debug ${program.version}\n`);
  expect(await kubectl('one', 'dbg', '--help')).toContain('Usage: kubectl dbg ');
  expect(await kubectl('one', 'dbg', 'pods')).toMatch(/^NAME .*\nkrew-1 .*\nkrew-2 .*\n$/);
  symlinkSync('kubectl-dbg', join(folder, 'one/bin/kubectl_complete-dbg')); // as the caveats say
  expect(await kubectl('one', '__complete', 'dbg', 'krew-')).toBe('krew-1\nkrew-2\n:4\n');
  expect(readdirSync(join(folder, 'one/store/dbg', `v${program.version}`))).toContain('LICENSE');
});

it('is unpacked by krew for each system of the release', async () => {
  const { spec } = parse(readFileSync(MANIFEST, 'utf8')) as Manifest;
  for (const { selector, uri, bin } of spec.platforms) {
    const { os, arch } = selector.matchLabels;
    const env = { KREW_ROOT: join(folder, os + arch), KREW_OS: os, KREW_ARCH: arch };
    const args = ['install', `--manifest=${MANIFEST}`, `--archive=${join(RELEASE, basename(uri))}`];
    await run(join(folder, 'bin/krew'), args, { env });
    const installed = readdirSync(join(env.KREW_ROOT, 'store/dbg', `v${program.version}`));
    expect(installed.toSorted()).toEqual(['LICENSE', 'THIRD-PARTY-LICENSES.txt', bin]);
    rmSync(env.KREW_ROOT, { recursive: true });
  }
});

it('is installed from an index of one’s own, a git repository, upgraded, and removed', async () => {
  const index = join(folder, 'index');
  const { port } = server.address() as AddressInfo;
  const git = (...args: readonly string[]): Promise<string> =>
    run('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: index });
  const publish = async (version: string): Promise<void> => {
    const manifest = readFileSync(MANIFEST, 'utf8')
      .replace(/^( +version: v).*$/m, `$1${version}`)
      .replaceAll(/uri: .*\//g, `uri: http://127.0.0.1:${port}/`);
    writeFileSync(join(index, 'plugins/dbg.yaml'), manifest);
    await git('add', '.');
    await git('commit', '--quiet', '--message', version);
  };
  mkdirSync(join(index, 'plugins'), { recursive: true });
  await git('init', '--quiet');
  await publish('0.0.1');
  await kubectl('two', 'krew', 'index', 'add', 'own', index);
  await kubectl('two', 'krew', 'install', 'own/dbg');
  expect(await kubectl('two', 'dbg', '--version')).toBe(`kubectl-debug ${program.version}\n`);
  await publish('0.0.2');
  await kubectl('two', 'krew', 'update');
  await kubectl('two', 'krew', 'upgrade', 'dbg');
  expect(await kubectl('two', 'krew', 'list')).toContain('own/dbg');
  expect(readdirSync(join(folder, 'two/store/dbg'))).toEqual(['v0.0.2']);
  await kubectl('two', 'krew', 'uninstall', 'dbg');
  await expect(kubectl('two', 'dbg', '--version')).rejects.toThrow(/unknown command "dbg"/);
});
