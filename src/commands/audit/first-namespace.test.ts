import { expect, it } from 'vitest';
import { GLOBAL_FLAGS } from '../../flags/tables/global-flags.ts';
import { parseCommandLine } from '../../flags/parse-command-line.ts';
import { withFirstNamespace } from './first-namespace.ts';

it.each([
  { args: ['-n', 'shop,billing'], expected: 'shop' },
  { args: ['-n', 'shop'], expected: 'shop' },
  { args: [], expected: undefined },
])('connects to $expected for $args', ({ args, expected }) => {
  const flags = withFirstNamespace(parseCommandLine(GLOBAL_FLAGS, [...args, '--context=a,b']).flags);
  expect(flags.string('namespace')).toBe(expected);
  expect(flags.string('context')).toBe('a,b');
});
