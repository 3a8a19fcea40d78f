import { describe, expect, it } from 'vitest';
import { BETA, NOT_REFUSED, REFUSED } from '../../test/samples/kuberc-texts.ts';
import { decodePreference } from './decode-preference.ts';
import type { Preference } from './preference.ts';
import { findMistake, pluginPolicyOf } from './validate-preference.ts';

async function preferenceOf(text: string): Promise<Preference> {
  const decoded = await decodePreference(text);
  if (decoded.kind !== 'preference') throw new Error(decoded.kind);
  return decoded.preference;
}

/** test/e2e/kuberc-texts.test.ts has kubectl judge the same texts. */
describe('findMistake', () => {
  it.each(REFUSED)('finds one in %j', async (text) => {
    expect(findMistake(await preferenceOf(text))).toEqual(expect.stringMatching(/./));
  });

  it.each([...NOT_REFUSED, BETA])('finds none in %j', async (text) => {
    expect(findMistake(await preferenceOf(text))).toBeUndefined();
  });
});

describe('pluginPolicyOf', () => {
  it.each([
    { policy: '""', expected: undefined },
    { policy: 'AllowAll', expected: undefined },
    { policy: 'DenyAll', expected: { kind: 'deny-all', file: 'FILE' } },
    {
      policy: 'Allowlist\ncredentialPluginAllowlist: [{name: a}, {command: /b}]',
      expected: { kind: 'allowlist', file: 'FILE', commands: ['a', '/b'] },
    },
  ])('is $expected for $policy', async ({ policy, expected }) => {
    const preference = await preferenceOf(`${BETA}credentialPluginPolicy: ${policy}\n`);
    expect(pluginPolicyOf(preference, 'FILE')).toEqual(expected);
  });
});
