import type { Flag } from '../flags/flag.ts';
import { describe, expect, it } from 'vitest';
import { FLAG_TEXT } from '../flags/flag-text.ts';
import { GLOBAL_FLAGS, PROGRAM_FLAGS } from '../flags/tables/global-flags.ts';
import { findCommand, parseCommandLine } from '../flags/parse-command-line.ts';
import { COMMANDS } from './command-table.ts';

const SHARED = [...GLOBAL_FLAGS, ...PROGRAM_FLAGS];
const ALL = [...COMMANDS.flatMap((command) => command.flags), ...SHARED];

describe('COMMANDS', () => {
  it.each(COMMANDS)('$name declares no name or letter twice', ({ flags }) => {
    const names = [...flags, ...SHARED].map((flag) => flag.name);
    const letters = [...flags, ...SHARED].flatMap((flag) => flag.short ?? []);
    expect(names).toHaveLength(new Set(names).size);
    expect(letters).toHaveLength(new Set(letters).size);
  });

  // A flag that may stand bare never takes the next word, and neither does a boolean one.
  const takesWord = ({ kind, textWhenBare }: Flag) => kind !== 'boolean' && textWhenBare === undefined;

  it.each(ALL)('no two commands disagree on whether --$name takes a value', (flag) => {
    const { name, short } = flag;
    // `cp -f` and `capture -w` are only read behind the names of their commands, where no other -f and -w are known.
    const byLetter = ['f', 'w'].includes(short ?? '') ? undefined : short;
    const namesakes = ALL.filter((other) => other.name === name || (byLetter && other.short === byLetter));
    expect(new Set(namesakes.map(takesWord))).toEqual(new Set([takesWord(flag)]));
  });

  it.each(ALL.filter((flag) => flag.default !== undefined))('the default of --$name can be read', (flag) => {
    expect(() => FLAG_TEXT[flag.kind](flag.default ?? '')).not.toThrow();
  });

  it.each(COMMANDS.flatMap(({ name, examples }) => examples.map(({ args }) => ({ name, args }))))(
    'the example `$args` is a call of $name',
    ({ name, args }) => {
      const found = findCommand(COMMANDS, ALL, args.split(' '));
      const command = found.command ?? COMMANDS[0];
      expect(command?.name).toBe(name);
      expect(() => parseCommandLine([...(command?.flags ?? []), ...SHARED], found.argv)).not.toThrow();
    },
  );
});
