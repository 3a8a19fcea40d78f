import { describe, expect, it } from 'vitest';
import { DEBUG_FLAGS } from '../../flags/tables/debug-flags.ts';
import { wordsOfFlag } from '../../flags/flag-words.ts';
import {
  changeSecurityContext,
  parseProfileName,
  PROFILES,
  profileWarnings,
  PROPOSED_PROFILES,
} from './profiles.ts';

it('has completion and help propose every profile that is not deprecated', () => {
  const { description = '' } = DEBUG_FLAGS.find(({ name }) => name === 'profile') ?? {};
  expect(wordsOfFlag('debug', 'profile')).toEqual(PROPOSED_PROFILES);
  for (const name of PROPOSED_PROFILES) expect(description).toContain(name);
});

describe('parseProfileName', () => {
  it.each(Object.keys(PROFILES))('reads %s', (name) => {
    expect(parseProfileName(name)).toBe(name);
  });

  it.each(['', 'General', 'toString'])('refuses "%s" and names the profiles', (text) => {
    expect(() => parseProfileName(text)).toThrow(
      expect.objectContaining({
        kind: 'usage',
        hint: expect.stringMatching(/^use one of general, baseline,/),
      }),
    );
  });
});

it.each([
  { change: { kind: 'keep' }, expected: { runAsUser: 5, capabilities: { add: ['A'], drop: ['B'] } } },
  { change: { kind: 'replace' }, expected: undefined },
  { change: { kind: 'replace', securityContext: { runAsNonRoot: true } }, expected: { runAsNonRoot: true } },
  {
    change: { kind: 'add-capabilities', capabilities: ['C'] },
    expected: { runAsUser: 5, capabilities: { add: ['A', 'C'], drop: ['B'] } },
  },
  {
    change: { kind: 'privileged' },
    expected: { runAsUser: 5, capabilities: { add: ['A'], drop: ['B'] }, privileged: true },
  },
] as const)('changes a security context by $change', ({ change, expected }) => {
  const before = { runAsUser: 5, capabilities: { add: ['A'], drop: ['B'] } };
  expect(changeSecurityContext(before, change)).toEqual(expected);
});

it('warns about legacy only', () => {
  const warned = Object.keys(PROFILES).filter((name) => profileWarnings(parseProfileName(name)).length > 0);
  expect(warned).toEqual(['legacy']);
});
