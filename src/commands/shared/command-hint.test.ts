import { describe, expect, it } from 'vitest';
import { CliError } from '../../errors/cli-error.ts';
import { GLOBAL_FLAGS } from '../../flags/tables/global-flags.ts';
import { parseCommandLine } from '../../flags/parse-command-line.ts';
import { connectionWords, repeatable, withCommandHint } from './command-hint.ts';

const missing = (hint: string) => new CliError('not-found', 'no pod "ls"', { hint });
const hintOf = (error: unknown) => (error instanceof CliError ? error.hint : undefined);

describe('repeatable', () => {
  it.each([
    { typed: ['-n', 'X', '--image=i', '-it'], kept: ['-n', 'X', '--image=i', '-it'] },
    { typed: ['--token', '-secret', '-n', 'X'], kept: ['-n', 'X'] },
    { typed: ['--token=s', '--password', 's', '-n=X'], kept: ['-n=X'] },
    { typed: ['--env', 'A=b', '--env=C=d', '--env-from-target'], kept: ['--env-from-target'] },
    { typed: ['-s', 'https://u:p@h', '-shttps://u:p@h', '--server=https://h'], kept: ['--server=https://h'] },
    {
      typed: ['-s', 'me:pw@h', '--server=me:pw@h', '--server', 'h?token=x', '-sh#x', '-s=me:pw@h'],
      kept: [],
    },
    {
      typed: ['-its', 'me:pw@h', '--proxy-url=me:pw@h', '--server', '-me:pw@h', '-n', 'X'],
      kept: ['-n', 'X'],
    },
    { typed: ['-s', 'h:8001', '--image=i@sha256:x'], kept: ['-s', 'h:8001', '--image=i@sha256:x'] },
    { typed: ['-p', 'web-1', '--pod=web-1', '--profile', 'baseline'], kept: ['--profile', 'baseline'] },
  ])('keeps $kept of $typed', ({ typed, kept }) => {
    expect(repeatable(typed)).toEqual(kept);
  });
});

describe('connectionWords', () => {
  const wordsOf = (...argv: readonly string[]) =>
    connectionWords(parseCommandLine(GLOBAL_FLAGS, argv).flags).connection;

  it.each([
    { argv: ['--server=me:pw@k.example'], words: [] },
    { argv: ['-s', 'me:pw@k.example:8443'], words: [] },
    { argv: ['--proxy-url=me:pw@proxy:3128'], words: [] },
    { argv: ['--server=k.example?token=x'], words: [] },
    { argv: ['--server=https://me:pw@k.example'], words: [] },
    {
      argv: ['--server=k.example:8443', '--context=me@prod'],
      words: ['--context=me@prod', '--server=k.example:8443'],
    },
  ])('repeats $words of $argv', ({ argv, words }) => {
    expect(wordsOf(...argv)).toEqual(words);
  });
});

describe('withCommandHint', () => {
  it('shows where a command goes that was typed as names', () => {
    const error = withCommandHint(missing('lists'), { names: ['web-1', 'ls', '/etc'], typedFlags: [] }, 2);
    expect(hintOf(error)).toBe('a command goes after --, as in: kubectl-debug web-1 -- ls /etc');
  });

  it('leaves the pod that may be meant in its hint', () => {
    const error = withCommandHint(
      missing('did you mean shop?'),
      { names: ['web-1', 'sh'], typedFlags: [] },
      1,
    );
    expect(hintOf(error)).toBe(
      'did you mean shop? a command goes after --, as in: kubectl-debug web-1 -- sh',
    );
  });

  it.each([
    { label: 'the first name is wrong', names: ['ls'], index: 0, hint: 'lists' },
    { label: 'the names come from a manifest', names: [], index: 1, hint: 'lists' },
  ])('leaves the error alone where $label', ({ names, index, hint }) => {
    expect(hintOf(withCommandHint(missing(hint), { names, typedFlags: [] }, index))).toBe(hint);
  });
});
