import { describe, expect, it } from 'vitest';
import { runsOf } from '../../test/drivers/soak.ts';
import { BETA, TEXTS_AFTER_ALL, UNUSABLE, USABLE, WARNED_OF } from '../../test/samples/kuberc-texts.ts';
import { decodePreference } from './decode-preference.ts';

const NOTHING = {
  defaults: [],
  aliases: [],
  credentialPluginPolicy: '',
  credentialPluginAllowlist: undefined,
};

/** A text of some hundred characters that comes to ten to the power of `levels` values. */
function aliasesOfAliases(levels: number): string {
  const lists = Array.from({ length: levels }, (_, level) => {
    const item = level === 0 ? 'a' : `*a${level - 1}`;
    return `&a${level} [${Array<string>(10).fill(item).join(', ')}]`;
  });
  return `[${lists.join(', ')}]`;
}

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

  it.each([
    { label: 'nested too deeply', field: '['.repeat(100_000), why: 'it is nested more than 300 levels deep' },
    {
      label: 'far larger with its aliases written out',
      field: aliasesOfAliases(12),
      why: /^it would be more/,
    },
    { label: 'of several documents', field: '1\n...\nx: 2', why: 'it has more than one document' },
  ])('cannot use a text that is $label', async ({ field, why }) => {
    const decoded = await decodePreference(`${BETA}x: ${field}\n`);
    const [reason = ''] = decoded.kind === 'unusable' ? decoded.reasons : [];
    expect(reason.slice('document 1: '.length)).toMatch(why);
  });

  it('reads a text of many keys in linear time', async () => {
    const keys = Array.from({ length: runsOf(40_000) }, (_, index) => `k${index}: a`).join(', ');
    expect(await decodePreference(`${BETA}x: {${keys}, k1: b}\n`)).toMatchObject({
      kind: 'preference',
      mistakes: ['line 3: the earlier value of this key', 'unknown field "x"'],
    });
  });

  it.each(TEXTS_AFTER_ALL)('reads %j', async (text) => {
    expect(await decodePreference(text)).toMatchObject({ kind: 'preference', mistakes: [] });
  });
});
