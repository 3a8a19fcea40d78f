import { describe, expect, it } from 'vitest';
import { BETA, TEXTS_AFTER_ALL, UNUSABLE, USABLE, WARNED_OF } from '../../test/builders/some-kubercs.ts';
import { decodePreference } from './decode-preference.ts';

const NOTHING = {
  defaults: [],
  aliases: [],
  credentialPluginPolicy: '',
  credentialPluginAllowlist: undefined,
};

/** test/e2e/kuberc-texts.test.ts has kubectl read the same texts. */
describe('decodePreference', () => {
  it.each(USABLE)('decodes $label', async ({ text, preference }) => {
    expect(await decodePreference(text)).toEqual({
      kind: 'preference',
      preference: { ...NOTHING, ...preference },
      mistakes: [],
    });
  });

  it.each(WARNED_OF)('passes over $mistakes', async ({ text, mistakes }) => {
    expect(await decodePreference(text)).toMatchObject({ kind: 'preference', mistakes });
  });

  it('tells an empty list from none', async () => {
    expect(await decodePreference(`${BETA}credentialPluginAllowlist: []\n`)).toMatchObject({
      preference: { credentialPluginAllowlist: [] },
    });
  });

  it('takes the last of keys that come twice', async () => {
    const text = `${BETA}credentialPluginPolicy: AllowAll\ncredentialPluginPolicy: DenyAll\n`;
    expect(await decodePreference(text)).toMatchObject({
      preference: { credentialPluginPolicy: 'DenyAll' },
    });
  });

  it.each(['', '\n\n', '---\n---\n'])('finds nothing in %j', async (text) => {
    expect(await decodePreference(text)).toEqual({ kind: 'empty' });
  });

  it.each(UNUSABLE)('cannot use %j', async (text) => {
    const decoded = await decodePreference(text);
    expect(decoded).toMatchObject({ kind: 'unusable', reasons: [expect.stringMatching(/^document 1: ./)] });
  });

  it.each(TEXTS_AFTER_ALL)('reads %j', async (text) => {
    expect(await decodePreference(text)).toMatchObject({ kind: 'preference', mistakes: [] });
  });
});
