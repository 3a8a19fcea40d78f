import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { COMMANDS, DEFAULT_COMMAND } from './commands/command-table.ts';
import { findProgramWord } from './commands/program-words.ts';
import { GLOBAL_FLAGS, PROGRAM_FLAGS } from './flags/tables/global-flags.ts';
import { findCommand, parseCommandLine } from './flags/parse-command-line.ts';

const ALL_FLAGS = [...COMMANDS.flatMap(({ flags }) => flags), ...GLOBAL_FLAGS, ...PROGRAM_FLAGS];
/** The playground is a program of its own, and a script of completion is for a shell. */
const NO_HINTS = /playground|completion-scripts|docs\//;

/** The texts of a source file, each value in them a word where it stands alone, and nothing where it is added to one. */
function textsIn(source: string): readonly string[] {
  const texts = [...source.matchAll(/^(?!\s*(?:\*|\/\/|\/\*)).*$/gm)].flatMap(([line]) => [
    ...line.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\\n]|\\.)*)`/g),
  ]);
  return texts.map(([, single, double, template]) =>
    (single ?? double ?? template ?? '')
      .replaceAll(/(^|[\s=/"'])(?:\$\{[^}]*\}|\{\w+\})/g, '$1x')
      .replaceAll(/\$\{[^}]*\}|\{\w+\}/g, ''),
  );
}

/** The calls of this program in a text that a person reads. */
function callsIn(text: string): readonly string[] {
  return [...text.matchAll(/(?<![\w./-])kubectl-debug ([\w"'$-][^;()]*)/g)]
    .map(([, call = '']) => call.split(/, | && | > |: |\? | \| | lists| prints/)[0] ?? '')
    .map((call) => call.replaceAll(/''|[?.]$/g, '').trim());
}

const CALLS = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !NO_HINTS.test(file))
  .flatMap((file) =>
    textsIn(readFileSync(path.join(import.meta.dirname, file), 'utf8'))
      .flatMap(callsIn)
      .map((call) => ({ call, file })),
  );

it('finds the calls that messages name', () => {
  expect(CALLS.length).toBeGreaterThan(60);
});

/** A word in capitals, a value of the source (`x`), part of an optional one, or what no prose has in it. */
const PLACEHOLDER = /^(?:x|[A-Z][A-Z-]*|-)$|[\d/:[\].]/;

/** Whether a name may be an example, or what a command calls its own; two of them are a sentence. */
function isProse(names: readonly string[]): boolean {
  return names.filter((name) => !PLACEHOLDER.test(name)).length > 1;
}

it.each([
  { names: ['with', 'the', 'same', 'selectors'], expected: true },
  { names: ['shows', 'what', 'runs'], expected: true },
  { names: ['POD', 'x', 'deploy/web', '[NAME...]'], expected: false },
  { names: ['merge', 'shard-1.jsonl', 'shard-2.jsonl'], expected: false },
])('takes $names for prose: $expected', ({ names, expected }) => {
  expect(isProse(names)).toBe(expected);
});

it.each(CALLS)('is understood by this program: $call ($file)', ({ call }) => {
  const words = call.split(/\s+/);
  if (findProgramWord(words[0]) !== undefined) return;
  const { command = DEFAULT_COMMAND, argv } = findCommand(COMMANDS, ALL_FLAGS, words);
  const flags = [...command.flags, ...GLOBAL_FLAGS, ...PROGRAM_FLAGS];
  const { names } = parseCommandLine(flags, argv);
  expect(isProse(names), 'a sentence goes on behind the call').toBe(false);
});
