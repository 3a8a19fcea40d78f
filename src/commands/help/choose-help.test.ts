import { expect, it } from 'vitest';
import { COMMANDS, DEFAULT_COMMAND } from '../command-table.ts';
import { chooseHelp } from './choose-help.ts';

const DOCUMENTS = { audit: '# Audit', rootfs: "# The target's files", flags: '# Flags' };
const AUDIT = COMMANDS.find(({ name }) => name === 'audit') ?? DEFAULT_COMMAND;
const ON_AUDIT = { command: AUDIT, isNamed: true };
const PROGRAM = {
  command: DEFAULT_COMMAND,
  isNamed: false,
  wish: 'first',
  topics: [],
  isWord: true,
} as const;

it.each([
  { asked: {}, choice: { kind: 'first' } },
  { asked: { wish: 'all' as const }, choice: { kind: 'all' } },
  { asked: { wish: 'options' as const }, choice: { kind: 'options' } },
  { asked: { topics: ['options'] }, choice: { kind: 'options' } },
  { asked: { topics: ['topics'] }, choice: { kind: 'topics' } },
  { asked: { topics: ['flags'] }, choice: { kind: 'all' } },
  { asked: { topics: ['flags', 'audit'] }, choice: { kind: 'all', command: AUDIT } },
  { asked: { topics: ['help'] }, choice: { kind: 'first' } },
  { asked: { topics: ['rootfs'] }, choice: { kind: 'page', page: 'rootfs' } },
  { asked: { topics: ['rootfs.md'] }, choice: { kind: 'page', page: 'rootfs' } },
  { asked: { topics: ['flags.md'] }, choice: { kind: 'page', page: 'flags' } },
  { asked: { command: AUDIT, isNamed: true }, choice: { kind: 'command-and-page', page: 'audit' } },
  { asked: { command: AUDIT, isNamed: true, isWord: false }, choice: { kind: 'first' } },
  { asked: { command: AUDIT, isNamed: true, topics: ['flags'] }, choice: { kind: 'all' } },
  { asked: { isNamed: true }, choice: { kind: 'first' } },
])('shows $choice for $asked', ({ asked, choice }) => {
  expect(chooseHelp({ ...PROGRAM, ...asked }, DOCUMENTS)).toEqual(choice);
});

it.each([
  {
    topics: ['rotfs'],
    message: 'there is no command or topic "rotfs"',
    hint: 'did you mean kubectl-debug help rootfs?',
  },
  { topics: ['constructor'], message: 'there is no command or topic "constructor"' },
  { topics: ['rootfs', 'audit'], message: 'help shows one topic at a time: "rootfs" or "audit"' },
  { topics: ['flags', 'audit', 'cp'], message: 'help shows one topic at a time: "audit" or "cp"' },
  { asked: ON_AUDIT, topics: ['rootfs'], message: 'help shows one topic at a time: "audit" or "rootfs"' },
  { asked: ON_AUDIT, topics: ['flags', 'cp'], message: 'help shows one topic at a time: "audit" or "cp"' },
  {
    asked: { wish: 'all' as const },
    topics: ['rootfs'],
    message: 'help shows one topic at a time: "--help=all" or "rootfs"',
  },
])('refuses $topics for $asked', ({ asked = {}, topics, message, ...more }) => {
  expect(() => chooseHelp({ ...PROGRAM, ...asked, topics }, DOCUMENTS)).toThrow(
    expect.objectContaining({ message, ...more }),
  );
});
