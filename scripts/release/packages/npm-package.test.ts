import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path/posix';
import { afterAll, beforeAll, expect, it } from 'vitest';
import program from '../../../package.json' with { type: 'json' };
import { repositoryUrl } from './repository-url.ts';

/** Nobody listens there, so that npm asks no registry. */
const REGISTRY = '//127.0.0.1:9/';
let folder = '';
let packed: ReadonlySet<string> = new Set();

/** npm without the settings of this machine, and with what a maintainer has who is logged in. */
function environment(): NodeJS.ProcessEnv {
  const own = path.join(folder, 'npmrc');
  const others = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  return {
    ...Object.fromEntries(others),
    npm_config_userconfig: own,
    npm_config_globalconfig: path.join(folder, 'none'),
    npm_config_registry: `http:${REGISTRY}`,
    npm_config_fetch_retries: '0',
    npm_config_update_notifier: 'false',
  };
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kubectl-debug-npm-'));
  writeFileSync(path.join(folder, 'npmrc'), `${REGISTRY}:_authToken=none\n`);
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [pack]: readonly { readonly files: readonly { readonly path: string }[] }[] = JSON.parse(
    execFileSync('npm', args, { encoding: 'utf8', env: environment() }),
  );
  packed = new Set(pack?.files.map((file) => file.path));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('has npm publish it without a warning', () => {
  const args = ['publish', '--dry-run', '--ignore-scripts', '--loglevel=warn'];
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8', env: environment() });
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: `+ ${program.name}@${program.version}\n`,
    stderr: '',
  });
});

it('derives its addresses from that of the repository', () => {
  const url = repositoryUrl(program.repository);
  expect(url).toMatch(/^https:\/\/[^/]+\/[^/]+\/[^/]+$/);
  expect([program.homepage, program.bugs.url]).toEqual([`${url}#readme`, `${url}/issues`]);
});

it('packs its licence, its documents, and the file of each program', () => {
  const files = ['LICENSE', 'README.md', 'CHANGELOG.md', ...Object.values(program.bin)];
  expect(files.filter((file) => !packed.has(file))).toEqual([]);
});

/** The relative links of a page, outside of code. */
function linksOf(page: string): readonly string[] {
  const text = page.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');
  const targets = [...text.matchAll(/\]\(<?([^)\s>]+)/g), ...text.matchAll(/(?:src|srcset|href)="([^"]+)"/g)];
  return targets.flatMap(([, target = '']) => (/^([a-z]+:|\/\/)/.test(target) ? [] : [target]));
}

it('packs what its pages link to', () => {
  const isPacked = (file: string): boolean =>
    packed.has(file) || [...packed].some((other) => other.startsWith(`${file}/`));
  const dead = [...packed]
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      linksOf(readFileSync(file, 'utf8'))
        .map((target) => [target, path.join(path.dirname(file), target.replace(/#.*/, ''))] as const)
        .filter(([target, to]) => !target.startsWith('#') && !isPacked(to.replace(/\/$/, '')))
        .map(([target]) => `${file}: ${target}`),
    );
  expect(dead).toEqual([]);
});

it('has the sections that its pages link to', () => {
  const anchors = new Map(
    [...packed].filter((file) => file.endsWith('.md')).map((file) => [file, anchorsOf(file)] as const),
  );
  const dead = [...anchors.keys()].flatMap((file) =>
    linksOf(readFileSync(file, 'utf8')).filter((target) => {
      const [name = '', anchor] = target.split('#');
      const known = anchors.get(name === '' ? file : path.join(path.dirname(file), name));
      return anchor !== undefined && known?.has(anchor) === false;
    }),
  );
  expect(dead).toEqual([]);
});

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(file: string): ReadonlySet<string> {
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => text);
  const anchors = headings.map((text) =>
    text
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set(anchors);
}
