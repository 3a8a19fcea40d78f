import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../flags/parse-command-line.ts';
import { DEBUG_FLAGS } from '../../flags/tables/debug-flags.ts';
import {
  readContainerVia,
  readDetachKeysFlag,
  readPositiveDuration,
  readStartTimeout,
  readViaFlag,
} from './session-options.ts';

const flagsOf = (...argv: readonly string[]) => parseCommandLine(DEBUG_FLAGS, argv).flags;

describe('the flags of a session', () => {
  it('have defaults', () => {
    expect(readStartTimeout(flagsOf())).toBe(300_000);
    expect(readViaFlag(flagsOf())).toBe('auto');
    expect(readContainerVia(flagsOf())).toBe('auto');
    expect(readPositiveDuration(flagsOf(), { name: 'run-timeout', example: '30s' })).toBeUndefined();
  });

  it.each([
    { label: '--timeout=0', read: () => readStartTimeout(flagsOf('--timeout=0')), message: '--timeout must' },
    { label: '--via=tcp', read: () => readViaFlag(flagsOf('--via=tcp')), message: '--via cannot be "tcp"' },
    {
      label: '--via=exec for an existing container',
      read: () => readContainerVia(flagsOf('--via=exec')),
      message: 'a command that runs by exec cannot be rejoined',
    },
    {
      label: '--run-timeout=-1s',
      read: () => readPositiveDuration(flagsOf('--run-timeout=-1s'), { name: 'run-timeout', example: '30s' }),
      message: '--run-timeout must be longer than 0',
    },
    {
      label: '--detach-keys=ctrl-',
      read: () => readDetachKeysFlag(flagsOf('--detach-keys=ctrl-')),
      message: '--detach-keys: "ctrl-" is not a list of keys',
    },
  ])('refuse $label', ({ read, message }) => {
    expect(read).toThrow(
      expect.objectContaining({
        kind: 'usage',
        message: expect.stringContaining(message) as string,
      }) as Error,
    );
  });
});
