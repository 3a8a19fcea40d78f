import { describe, expect, it } from 'vitest';
import { COMMANDS, DEFAULT_COMMAND } from '../../commands/command-table.ts';
import { GLOBAL_FLAGS } from '../../flags/tables/global-flags.ts';
import { findCommand, parseCommandLine } from '../../flags/parse-command-line.ts';
import { explainRefusal, recogniseRefusal, REFUSALS } from './refusals.ts';

const ROWS = Object.entries(REFUSALS).map(([name, row]) => ({ name, ...row }));
/** Facts whose place in a command line is not that of a plain word. */
const FACTS: Readonly<Record<string, string>> = {
  place: ' -n shop',
  image: ' --image=busybox',
  role: 'role',
};
const ALL_FLAGS = [...GLOBAL_FLAGS, ...COMMANDS.flatMap(({ flags }) => flags)];

const fill = (text: string): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, fact: string) => FACTS[fact] ?? fact);

/** The calls of this program in a hint. */
function ownCalls(hint: string): readonly (readonly string[])[] {
  return hint
    .split(/[;()]|, | && |: /)
    .map((part) => part.trim().replace(/^or /, ''))
    .filter((part) => part.startsWith('kubectl-debug '))
    .map((part) => part.replaceAll("''", '').split(/\s+/).slice(1));
}

describe('a row of the table of refusals', () => {
  it.each(ROWS)('says what to type next: $name', ({ next }) => {
    expect(next).toMatch(/kubectl |kubectl-debug |--[a-z]+|add -n /);
  });

  it.each(ROWS.filter(({ next }) => next.includes('kubectl-debug ')))(
    'has a call that this program understands: $name',
    ({ next }) => {
      const calls = ownCalls(fill(next));
      expect(calls.length).toBe(next.split('kubectl-debug ').length - 1);
      for (const words of calls) {
        const { command = DEFAULT_COMMAND, argv } = findCommand(COMMANDS, ALL_FLAGS, words);
        expect(() => parseCommandLine([...GLOBAL_FLAGS, ...command.flags], argv)).not.toThrow();
      }
    },
  );

  it.each(ROWS)('names only flags that there are: $name', ({ next }) => {
    const words = next.split(/kubectl (?!-)/)[0] ?? '';
    const named = [...words.matchAll(/--([a-z-]+)/g)].map(([, flag = '']) => flag);
    const known = ALL_FLAGS.map((flag) => flag.name);
    expect(named.filter((flag) => !known.includes(flag))).toEqual([]);
  });
});

it('never takes what a cluster says for the name of a fact', () => {
  const { why } = explainRefusal('right-unnamed', { said: 'no {place}', place: ' -n shop' });
  expect(why).toBe('no {place}');
});

it('takes the first row that knows the words', () => {
  expect(recogniseRefusal('registry', 'lookup registry.example: no such host: not found')).toBe(
    'image-unreachable',
  );
  expect(recogniseRefusal('policy', 'signature not found for the debug image')).toBe('policy-on-image');
  expect(recogniseRefusal('runtime', 'no space left on device')).toBeUndefined();
});
