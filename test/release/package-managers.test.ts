import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import program from '../../package.json' with { type: 'json' };
import { repositoryUrl } from '../../scripts/release/packages/repository-url.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { MACHINE, RELEASE, releaseFile, run } from './release-files.ts';

const ARCHIVE = releaseFile(`_linux_${MACHINE}.tar.gz`);
const VERSION = `kubectl-debug ${program.version}\n`;
let folder = '';
let playground: RunPlayground;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kubectl-debug-release-'));
  playground = await runPlayground();
  await playground.makePods('pod', 2);
});

afterAll(async () => {
  await playground.close();
  // Nix makes its store read-only.
  await run('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true, force: true });
});

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** What an installation has to do, whoever made it. */
async function expectToWork(bin: string): Promise<void> {
  const env = { KUBECONFIG: playground.kubeconfigs.admin };
  const called = (name: string, ...args: readonly string[]) => run(join(bin, name), args, { env });
  expect(await called('kubectl-debug', '--version')).toBe(VERSION);
  expect(await called('kubectl-dbg', '--help')).toContain('Usage: kubectl dbg ');
  expect(await called('kubectl-dbg', 'pods', '--no-headers')).toMatch(/^pod-1 .*\npod-2 .*\n$/);
  const listed = await run('kubectl', ['__complete', 'dbg', 'pod-'], { env, paths: [bin] });
  expect(listed).toBe('pod-1\npod-2\n:4\n');
}

it('lists the hash of each file', async () => {
  const listed = readFileSync(join(RELEASE, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
  const files = readdirSync(RELEASE).filter((name) => name !== 'SHA256SUMS');
  expect(listed).toEqual(files.toSorted().map((name) => `${sha256(join(RELEASE, name))}  ${name}`));
  await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: RELEASE });
});

it('has the formula install and test it, as far as Ruby tells', async () => {
  const formula = releaseFile('.rb');
  const [unpacked, prefix] = [join(folder, 'unpacked'), join(folder, 'cellar')];
  mkdirSync(unpacked);
  await run('tar', ['xzf', ARCHIVE, '-C', unpacked]);
  expect(await run('ruby', ['-wc', formula])).toBe('Syntax OK\n');
  const driver = join(import.meta.dirname, 'formula-driver.rb');
  const chosen = await run('ruby', [driver, formula, unpacked, prefix, 'linux', MACHINE]);
  expect(chosen).toBe(
    `${repositoryUrl(program.repository)}/releases/download/v${program.version}/${basename(ARCHIVE)}\n${sha256(ARCHIVE)}\n`,
  );
  await expectToWork(join(prefix, 'bin'));
  expect(readdirSync(join(prefix, 'share/man/man1'))).toContain('kubectl-debug.1');
  for (const completion of [
    'etc/bash_completion.d/kubectl-debug',
    'share/zsh/site-functions/_kubectl-debug',
    'share/fish/vendor_completions.d/kubectl-debug.fish',
  ])
    expect(readFileSync(join(prefix, completion), 'utf8')).toContain('kubectl-debug');
});

it('has Nix build it, with stand-ins for nixpkgs', async () => {
  const store = join(folder, 'nix');
  const env = Object.fromEntries(
    ['store', 'state', 'log', 'conf'].map((name) => [`NIX_${name.toUpperCase()}_DIR`, join(store, name)]),
  );
  mkdirSync(join(store, 'conf'), { recursive: true });
  writeFileSync(join(store, 'conf/nix.conf'), 'build-users-group =\nsandbox = false\nsubstitute = false\n');
  mkdirSync(join(folder, 'node/bin'), { recursive: true });
  symlinkSync(realpathSync(process.execPath), join(folder, 'node/bin/node'));
  const words = {
    archive: releaseFile('.tgz'),
    nodejs: join(folder, 'node'),
    path: process.env['PATH'] ?? '',
  };
  const args = Object.entries(words).flatMap(([name, value]) => ['--argstr', name, value]);
  const built = await run(
    'nix-build',
    [
      '--no-out-link',
      join(import.meta.dirname, 'nixpkgs.nix'),
      '--arg',
      'derivation-file',
      releaseFile('.nix'),
      ...args,
    ],
    { env },
  );
  // Nix refuses to build again where the home that it gives to builds exists.
  expect(existsSync('/homeless-shelter')).toBe(false);
  await expectToWork(join(built.trim(), 'bin'));
  expect(readdirSync(join(built.trim(), 'share/man/man1'))).toContain('kubectl-debug.1');
});

it('is installed by npm from its package, without the network', async () => {
  const prefix = join(folder, 'npm');
  const args = ['install', '--global', '--offline', '--ignore-scripts', `--prefix=${prefix}`];
  await run('npm', [...args, releaseFile('.tgz')], { env: { npm_config_cache: join(folder, 'cache') } });
  await expectToWork(join(prefix, 'bin'));
});

it('names the digest of the image', async () => {
  const [digest, platform, file] = readFileSync(join(RELEASE, 'image.txt'), 'utf8').trimEnd().split('  ');
  const index = JSON.parse(await run('tar', ['xOf', join(RELEASE, file ?? ''), 'index.json']));
  expect(index.manifests[0]).toMatchObject({ digest, platform: { os: 'linux', architecture: MACHINE } });
  expect(platform).toBe(`linux/${MACHINE}`);
});
