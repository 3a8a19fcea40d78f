import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../flags/parse-command-line.ts';
import { DEBUG_FLAGS } from '../flags/tables/debug-flags.ts';
import {
  findProgramWord,
  PROGRAM_WORDS,
  readHelpRequest,
  refuseBesideWord,
  withFlagOf,
} from './program-words.ts';

const [HELP, OPTIONS, VERSION] = PROGRAM_WORDS as unknown as [
  (typeof PROGRAM_WORDS)[number],
  (typeof PROGRAM_WORDS)[number],
  (typeof PROGRAM_WORDS)[number],
];

it.each([
  { name: 'help', found: 'help' },
  { name: 'version', found: 'version' },
  { name: 'options', found: 'options' },
  { name: 'debug', found: undefined },
  { name: undefined, found: undefined },
])('finds $found for $name', ({ name, found }) => {
  expect(findProgramWord(name)?.name).toBe(found);
});

describe('withFlagOf', () => {
  it.each([
    { word: HELP, argv: ['help', 'attach'], index: 0, words: ['--help', 'attach'] },
    { word: VERSION, argv: ['-n', 'shop', 'version'], index: 2, words: ['-n', 'shop', '--version'] },
    { word: VERSION, argv: ['version', '--client'], index: 0, words: ['--version'] },
    { word: VERSION, argv: ['version', '--', '--client'], index: 0, words: ['--version', '--', '--client'] },
    { word: OPTIONS, argv: ['options', '--client'], index: 0, words: ['--help=options', '--client'] },
    { word: HELP, argv: ['help', '--client'], index: 0, words: ['--help', '--client'] },
  ])('turns $argv into $words', ({ word, argv, index, words }) => {
    expect(withFlagOf(word, argv, index)).toEqual(words);
  });
});

describe('readHelpRequest', () => {
  it.each([
    { text: undefined, wish: undefined },
    { text: 'false', wish: undefined },
    { text: 'F', wish: undefined },
    { text: 'true', wish: 'first' },
    { text: '1', wish: 'first' },
    { text: 'all', wish: 'all' },
    { text: 'options', wish: 'options' },
  ])('reads $text as $wish', ({ text, wish }) => {
    expect(readHelpRequest(text)).toBe(wish);
  });

  it.each(['nonsense', '', 'ALL'])('refuses "%s", with the choices', (text) => {
    expect(() => readHelpRequest(text)).toThrow(
      `invalid argument "${text}" for "-h, --help" flag: must be all, options, true or false`,
    );
  });
});

describe('refuseBesideWord', () => {
  const check = (word: (typeof PROGRAM_WORDS)[number], argv: readonly string[]): void =>
    refuseBesideWord(word, parseCommandLine(DEBUG_FLAGS, argv), DEBUG_FLAGS);

  it.each([
    { word: HELP, argv: ['--', 'ls'], message: 'help takes no command after --' },
    { word: VERSION, argv: ['--', 'ls'], message: 'version takes no command after --' },
    { word: OPTIONS, argv: ['web-1'], message: 'options takes no "web-1"' },
    { word: VERSION, argv: ['web-1'], message: 'version takes no "web-1"' },
    { word: VERSION, argv: ['--image=x', 'web-1'], message: 'version takes no "--image"' },
  ])('refuses $argv: $message', ({ word, argv, message }) => {
    expect(() => check(word, argv)).toThrow(message);
  });

  it.each([
    { word: HELP, argv: ['attach'] },
    { word: VERSION, argv: [] },
  ])('accepts $argv', ({ word, argv }) => {
    expect(() => check(word, argv)).not.toThrow();
  });
});
