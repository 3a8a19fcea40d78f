import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createContext, Script } from 'node:vm';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Where a regular expression works on a text that is short by then, and how short, in characters. */
const SHORT_TEXTS: readonly string[] = [
  'exec: .*', // of a refusal only the beginning is looked at: 8192
  '[-.]+$', // the beginning of a name: 63
  String.raw`((?:\\.|[^\]\\])+)\]`, // one name of a path: 4096
  '[^"\')\\n]*)(?:(["\'])', // only where the parenthesis that it looks for is there
];
/** What takes time by its square needs a thousand million steps for these many characters. */
const CHARACTERS = 40_000;
const DEADLINE_MS = 500;
const PUMPS = Array.from('a0A \n\t"\'\\-/:.,()[]{}$@=;_+*\x1b\r');
const END = '\x00';

function listSources(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/\/(?:playground|docs)\//.test(file));
}

function literalsOf(file: string): readonly (readonly [string, string])[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: (readonly [string, string])[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push([`${path.relative(import.meta.dirname, file)}:${line + 1}`, node.text]);
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

const context = createContext({ work: undefined });
const script = new Script('work()');

/** Whether a search comes to its end in time; a machine that was busy meanwhile gets another chance. */
function endsInTime(work: () => unknown, deadlineMs = DEADLINE_MS): boolean {
  return [1, 2].some(() => {
    context['work'] = work;
    try {
      script.runInContext(context, { timeout: deadlineMs });
      return true;
    } catch {
      return false;
    }
  });
}

/** Whether a search at one place may take as long as the text: nothing else can take the square of it. */
const canRepeat = (literal: string): boolean => /[*+]|\{\d+,\}/.test(literal);

/** Words enough to get behind the beginning of an expression. */
const MAX_WORDS = 3;

/** The first words of an expression, at which a search of it goes further than elsewhere. */
function wordsOf(source: string): readonly string[] {
  const words = source
    .replaceAll(/\\[a-zA-Z]/g, ' ')
    .replaceAll('\\', '')
    .match(/[\w:"'/ .@=<>-]{2,}/g);
  return words?.slice(0, MAX_WORDS) ?? [];
}

function slowTextOf(literal: string): string | undefined {
  const end = literal.lastIndexOf('/');
  const [source, flags] = [literal.slice(1, end), literal.slice(end + 1)];
  // One that is sticky looks at one place; all others may have to look at each.
  const pattern = new RegExp(source, flags.includes('y') ? flags : `${flags.replace('g', '')}g`);
  const words = wordsOf(source);
  const pumps = [...PUMPS, ...words, ...words.map((word) => `${word}a`), '\\"', 'a ', '""', '\r\n'];
  const starts = ['', ...words].flatMap((before) => pumps.map((pump) => ({ before, pump })));
  const search = ({ before, pump }: (typeof starts)[number]): string => {
    pattern.lastIndex = 0;
    return (before + pump.repeat(CHARACTERS / pump.length) + END).replace(pattern, '');
  };
  // Nearly always all of them together are in time; to guard each takes longer than to search it.
  if (endsInTime(() => starts.forEach(search), 20 * DEADLINE_MS)) return undefined;
  const slow = starts.find((start) => !endsInTime(() => search(start)));
  return slow && JSON.stringify([slow.before, slow.pump]);
}

describe('the regular expressions of the program', () => {
  it('search any text in linear time', { timeout: 120_000 }, () => {
    const literals = listSources(import.meta.dirname)
      .flatMap(literalsOf)
      .filter(([, text]) => !SHORT_TEXTS.some((part) => text.includes(part)));
    expect(literals.length).toBeGreaterThan(100);
    const different = new Map(
      literals.filter(([, text]) => canRepeat(text)).map(([place, text]) => [text, place]),
    );
    const slow = [...different]
      .map(([text, place]) => [place, slowTextOf(text)])
      .filter(([, text]) => text !== undefined);
    expect(slow).toEqual([]);
  });
});
