import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPackage, type BuiltPackage } from '../drivers/build-package.ts';

let built: BuiltPackage;
beforeAll(() => {
  built = buildPackage();
});
afterAll(() => built.remove());

const isRoot = process.getuid?.() === 0;

/** As far as package.json is looked at here. */
interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
}
const manifest = (): Manifest =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as Manifest;

describe('the code cache', () => {
  const folder = () => join(built.cacheHome, 'kubectl-debug/code');
  const cachesOf = (bundle: string) => readdirSync(folder()).filter((name) => name.startsWith(`${bundle}.`));
  const cacheOfMain = () => join(folder(), cachesOf('main')[0] ?? 'none');
  const start = async () => expect(await built.run(['--help'])).toMatchObject({ exitCode: 0, stderr: '' });

  beforeEach(() => rmSync(built.cacheHome, { recursive: true, force: true }));

  it('is written by the first start, for the user alone, and used by the second', async () => {
    await start();
    const first = statSync(cacheOfMain());
    expect(first.mode & 0o777).toBe(0o600);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    await start();
    // A cache that V8 had refused would have been replaced.
    expect(statSync(cacheOfMain()).ino).toBe(first.ino);
  });

  it('is replaced when it is damaged', async () => {
    await start();
    const whole = readFileSync(cacheOfMain());
    writeFileSync(cacheOfMain(), whole.subarray(0, 1000));
    await start();
    expect(statSync(cacheOfMain()).size).toBeGreaterThan(1000);
  });

  it('keeps nothing of another build of the same bundle', async () => {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    const older = [`main.${'0'.repeat(64)}.1`, `main-menu.${'0'.repeat(64)}.1`];
    for (const name of older) writeFileSync(join(folder(), name), '');
    await start();
    expect(cachesOf('main')).toHaveLength(1);
    expect(cachesOf('main')).not.toContain(older[0]);
    expect(cachesOf('main-menu')).toHaveLength(1);
  });

  it('deletes nothing but what this program has written there', async () => {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    const others = [
      'main.ts',
      `main.${'0'.repeat(63)}.1`,
      `main.${'g'.repeat(64)}.1`,
      `main.${'0'.repeat(64)}`,
    ];
    for (const name of others) writeFileSync(join(folder(), name), '');
    await start();
    expect(readdirSync(folder())).toEqual(expect.arrayContaining(others));
  });

  it.each(['kubectl-debug', 'kubectl-debug/code'])('is not kept where a link leads: %s', async (link) => {
    const project = join(built.folder, 'project');
    mkdirSync(join(project, 'code'), { recursive: true, mode: 0o700 });
    mkdirSync(dirname(join(built.cacheHome, link)), { recursive: true, mode: 0o700 });
    symlinkSync(project, join(built.cacheHome, link));
    await start();
    expect([...readdirSync(project), ...readdirSync(join(project, 'code'))]).toEqual(['code']);
    rmSync(project, { recursive: true });
  });

  it('is neither read nor written where others may change a folder above', async () => {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    chmodSync(built.cacheHome, 0o777);
    await start();
    expect(readdirSync(folder())).toEqual([]);
  });

  it('is neither read nor written where others may write', async () => {
    mkdirSync(folder(), { recursive: true });
    chmodSync(folder(), 0o777);
    await start();
    expect(readdirSync(folder())).toEqual([]);
  });

  it.runIf(isRoot)('is neither read nor written in the folder of another user', async () => {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    chownSync(folder(), 65534, 65534);
    await start();
    expect(readdirSync(folder())).toEqual([]);
  });

  it.runIf(isRoot)('makes no folder in the home of another user', async () => {
    mkdirSync(built.cacheHome);
    chownSync(built.cacheHome, 65534, 65534);
    await start();
    expect(readdirSync(built.cacheHome)).toEqual([]);
  });

  it.each(['/proc/none', '/dev/null', 'relative'])('is done without when its folder is %s', async (home) => {
    const result = await built.run(['--help'], { XDG_CACHE_HOME: home, HOME: '/proc/none' });
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('the start file', () => {
  const tooOld =
    /needs Node\.js 22\.12 or newer, or of Node\.js 20 at least 20\.19, and does not run on 21; this is/;
  /** Runs it as if this Node had another version. */
  const startAs = (version: string) => {
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); require('${built.program}')`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', pretend, 'x', '--version'], {
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };

  it.each(['12.22.12', '18.20.8', '20.18.3', '21.7.3', '22.0.0', '22.11.0'])(
    'refuses Node %s with a sentence',
    (version) => {
      const { status, stdout, stderr } = startAs(version);
      expect({ status, stdout }).toEqual({ status: 125, stdout: '' });
      expect(stderr).toMatch(tooOld);
      expect(stderr).toContain(`this is ${version}\n`);
    },
  );

  it.each(['20.19.0', '22.12.0', '23.0.0', '24.21.0', '26.10.0', '30.0.0'])('accepts Node %s', (version) => {
    expect(startAs(version).stderr).not.toMatch(tooOld);
  });

  it('refuses what engines refuses', () => {
    expect(manifest().engines.node).toBe('^20.19 || >=22.12');
  });

  it.each(['--version', 'version'])('answers %s without the program', async (word) => {
    const main = readFileSync(join(built.folder, 'dist/main.cjs'), 'utf8');
    built.removeBundle('main');
    const stdout = `kubectl-debug ${manifest().version}\n`;
    expect(await built.run([word])).toEqual({ exitCode: 0, stdout, stderr: '' });
    built.replaceBundle('main', main);
  });

  it.each([
    { words: ['pods', '--version'], exitCode: 0, stderr: /^$/ },
    { words: ['version', '--client'], exitCode: 0, stderr: /^$/ },
    { words: ['--version', '--namespace'], exitCode: 125, stderr: /^error: / },
  ])('leaves $words to the program', async ({ words, exitCode, stderr }) => {
    expect(await built.run(words)).toMatchObject({ exitCode, stderr: expect.stringMatching(stderr) });
  });

  it('leaves a full disk to the program', () => {
    const line = `'${process.execPath}' '${built.program}' --version > /dev/full`;
    const { stderr, status } = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
    expect(stderr).toMatch(/^error: cannot write to stdout: .*ENOSPC/);
    expect(status).not.toBe(0);
  });
});

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly 'bom-ref': string;
  readonly licenses: readonly [{ readonly license: { readonly id: string } }];
  readonly hashes: readonly unknown[];
}

/** As far as a bill of materials is looked at here. */
interface BillOfMaterials {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

describe('the package', () => {
  const read = (file: string) => readFileSync(join(built.folder, 'dist', file), 'utf8');

  it('tells what it is made of, and under which licences', () => {
    const sbom = JSON.parse(read('sbom.cdx.json')) as BillOfMaterials;
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    });
    const licences = [...read('THIRD-PARTY-LICENSES.txt').matchAll(/^-{80}\n\n(\S+ \S+) \((.+)\)$/gm)];
    const told = sbom.components.map((each) => [`${each.name} ${each.version}`, each.licenses[0].license.id]);
    expect(told).toEqual(licences.map(([, ...parts]) => parts));
    const names = sbom.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['ws', 'yaml', '@clack/prompts']));
    for (const { purl, hashes, licenses } of sbom.components) {
      expect(purl).toMatch(/^pkg:npm\/(?:%40[\w-]+\/)?[\w.-]+@\d+\.\d+\.\d+$/);
      expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
      // Anything else is to be looked at before it is handed on.
      expect(['MIT', 'ISC', 'Apache-2.0', 'BSD-3-Clause']).toContain(licenses[0].license.id);
    }
    const refs = [sbom.metadata.component, ...sbom.components].map((each) => each['bom-ref']);
    expect(sbom.dependencies.map(({ ref }) => ref)).toEqual(refs);
    for (const { dependsOn } of sbom.dependencies)
      expect(refs).toEqual(expect.arrayContaining([...dependsOn]));
  });

  it('installs without dependencies and without scripts', () => {
    expect(manifest()).not.toHaveProperty('dependencies');
    const scripts = Object.keys(manifest().scripts);
    for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(scripts).not.toContain(script);
  });
});

describe('a kuberc', () => {
  const PLAIN = `apiVersion: kubectl.config.k8s.io/v1beta1
kind: Preference
defaults:
- command: debug
  options:
  - name: image
    default: example/own:1
aliases:
- name: net
  command: debug
  appendArgs:
  - --show-kubectl
`;

  /** Runs the program without one of its bundles, for a user with this kuberc. */
  async function runWithout(bundle: string, text: string | undefined, args: readonly string[]) {
    const home = join(built.folder, 'home');
    const file = join(built.folder, 'dist', `${bundle}.cjs`);
    const code = readFileSync(file, 'utf8');
    mkdirSync(join(home, '.kube'), { recursive: true });
    if (text !== undefined) writeFileSync(join(home, '.kube/kuberc'), text);
    built.removeBundle(bundle);
    try {
      return await built.run(args, { HOME: home });
    } finally {
      built.replaceBundle(bundle, code);
      rmSync(home, { recursive: true });
    }
  }

  it('costs no code where there is none', async () => {
    const result = await runWithout('apply-kuberc', undefined, ['web-1', '--show-kubectl']);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect((await runWithout('apply-kuberc', PLAIN, ['web-1', '--show-kubectl'])).exitCode).not.toBe(0);
  });

  it('in the usual form is read without the parser of YAML', async () => {
    expect(await runWithout('parse-yaml', PLAIN, ['web-1', '--show-kubectl'])).toMatchObject({
      exitCode: 0,
      stdout: 'kubectl debug web-1 --image=example/own:1 --attach\n',
    });
    expect(await runWithout('parse-yaml', PLAIN, ['net', 'web-1', '--image=x'])).toMatchObject({
      exitCode: 0,
      stdout: 'kubectl debug web-1 --image=x --attach\n',
    });
    expect((await runWithout('parse-yaml', '{}', ['web-1', '--show-kubectl'])).exitCode).not.toBe(0);
  });
});

describe('the bundles', () => {
  it('load no code of the cluster for --version and --help', async () => {
    for (const name of ['debug', 'attach', 'pods']) built.removeBundle(name);
    expect(await built.run(['--help'])).toMatchObject({ exitCode: 0, stderr: '' });
    built.removeBundle('help');
    expect(await built.run(['pods', '--version'])).toMatchObject({ exitCode: 0, stderr: '' });
    const main = readFileSync(join(built.folder, 'dist/main.cjs'), 'utf8');
    expect(main).not.toMatch(/require\("(?:node:)?(?:https?|http2|tls|net|child_process)"\)|\/api\/v1/);
  });

  it('are missed with one line', async () => {
    built.removeBundle('main');
    const result = await built.run(['--help']);
    expect(result).toMatchObject({ exitCode: 125, stdout: '' });
    expect(result.stderr).toMatch(/^error: .*main\.cjs is missing: run npm run build\n$/);
  });

  it('that are broken are not shown', async () => {
    built.replaceBundle('main', `${'const secret = 1;'.repeat(100)} syntax error`);
    const result = await built.run(['--help']);
    expect(result).toMatchObject({ exitCode: 125, stdout: '' });
    expect(result.stderr).toMatch(/^error: cannot start: SyntaxError: .{1,80}\n$/);
  });
});
