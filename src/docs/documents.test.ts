import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import packed from '../../package.json' with { type: 'json' };
import { COMMANDS, DEFAULT_COMMAND } from '../commands/command-table.ts';
import { findProgramWord } from '../commands/program-words.ts';
import { findCommand, parseCommandLine } from '../flags/parse-command-line.ts';
import { GLOBAL_FLAGS, PROGRAM_FLAGS } from '../flags/tables/global-flags.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** The documents below a folder. */
function documentsIn(folder: string): readonly string[] {
  if (!existsSync(path.join(ROOT, folder))) return [];
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')));
}

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'bench/README.md',
  'test/README.md',
  'test/faults/README.md',
  'test/cluster/README.md',
  ...['docs', 'deploy', 'integrations'].flatMap(documentsIn),
];

/** A document without what a browser would not show as text with links. */
const prose = (text: string): string =>
  text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, 'code');

interface Link {
  readonly target: string;
  readonly anchor: string;
}

function linksOf(file: string): readonly Link[] {
  const text = prose(read(file));
  const inline = [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = '']) => link);
  const named = [...text.matchAll(/^\[[^\]]+\]: (\S+)/gm)].map(([, link = '']) => link);
  const pictures = [...text.matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, link = '']) => link);
  return [...inline, ...named, ...pictures]
    .filter((link) => !/^[a-z][a-z+.-]*:/.test(link))
    .map((link) => {
      const [target = '', anchor = ''] = link.split('#');
      return { target: target === '' ? file : path.posix.join(path.posix.dirname(file), target), anchor };
    });
}

/** The anchors that GitHub makes of the headings. */
function anchorsOf(file: string): readonly string[] {
  const seen = new Map<string, number>();
  return [
    ...read(file)
      .replaceAll(/^```[\s\S]*?^```/gm, '')
      .matchAll(/^#{1,6} (.+)$/gm),
  ].map(([, heading = '']) => {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}

function whyBroken({ target, anchor }: Link): string | undefined {
  const file = path.join(ROOT, target);
  if (!existsSync(file)) return 'there is no such file';
  if (anchor === '') return undefined;
  if (statSync(file).isDirectory() || !target.endsWith('.md')) return undefined;
  return anchorsOf(target).includes(anchor) ? undefined : 'there is no such heading';
}

describe('the documents', () => {
  it.each(DOCUMENTS)('%s has only links that lead somewhere', (file) => {
    const broken = linksOf(file).flatMap((link) => {
      const why = whyBroken(link);
      return why === undefined ? [] : [`${link.target}#${link.anchor}: ${why}`];
    });
    expect(broken).toEqual([]);
  });

  it('are all in the index', () => {
    const index = linksOf('docs/README.md').map(({ target }) => target);
    const missing = DOCUMENTS.filter(
      (file) =>
        /^(docs|deploy|integrations)\//.test(file) && file !== 'docs/README.md' && !index.includes(file),
    );
    expect(missing).toEqual([]);
  });

  it('have a way to the index from the README', () => {
    expect(linksOf('README.md').map(({ target }) => target)).toContain('docs/README.md');
  });

  it('lead from the README only to files of the npm package', () => {
    const always = ['README.md', 'LICENSE'];
    const isPacked = (target: string): boolean =>
      always.includes(target) ||
      packed.files.some((name) => target === name || target.startsWith(`${name}/`));
    expect(
      linksOf('README.md')
        .map(({ target }) => target)
        .filter((target) => !isPacked(target)),
    ).toEqual([]);
  });

  it('show the same figures in the README and among the measurements', () => {
    const block = (file: string): string =>
      /<!-- Figures written[^]*<!-- End of the figures. -->/
        .exec(read(file))?.[0]
        .replace(/\]\([^)]*\)/, ']') ?? `no figures in ${file}`;
    expect(block('README.md')).toBe(block('docs/measurements.md'));
  });
});

/** The calls of the program that the README shows, without comments and what a shell takes. */
const CALLS = [...read('README.md').matchAll(/(?:^\s*\$ |`)kubectl[ -]dbg\b([^`\n]*)/gm)]
  .map(([, call = '']) => (call.split(/ +# | < /)[0] ?? '').trim())
  .filter((call) => call !== '');

describe('the calls in the README', () => {
  it('are many', () => {
    expect(CALLS.length).toBeGreaterThan(25);
  });

  it.each(CALLS)('kubectl dbg %s', (call) => {
    const words = call.split(/\s+/);
    if (findProgramWord(words[0]) !== undefined) return;
    const all = [...COMMANDS.flatMap(({ flags }) => flags), ...GLOBAL_FLAGS, ...PROGRAM_FLAGS];
    const { command = DEFAULT_COMMAND, argv } = findCommand(COMMANDS, all, words);
    expect(() => parseCommandLine([...command.flags, ...GLOBAL_FLAGS, ...PROGRAM_FLAGS], argv)).not.toThrow();
  });
});
