import { describe, expect, it } from 'vitest';
import { mergeKubeconfigs } from '../../../cluster/settings/kubeconfig-merge.ts';
import { parseKubeconfig } from '../../../cluster/settings/parse-kubeconfig.ts';
import { chooseContexts } from './choose-contexts.ts';

const CONTEXTS = {
  'prod-us': { cluster: 'us', user: 'me', namespace: 'shop' },
  'prod-eu': { cluster: 'eu', user: 'me' },
  'prod-eu-2': { cluster: 'eu', user: 'me', namespace: 'default' },
  'prod-eu-as-root': { cluster: 'eu', user: 'root' },
  'prod-us-billing': { cluster: 'us', user: 'me', namespace: 'billing' },
  'arn:aws:eks:eu-west-1:1:cluster/stage': { cluster: 'stage', user: 'me' },
  odd: { cluster: ['eu'], user: 'me' },
};

async function choose(patterns: readonly string[], places?: string) {
  const contexts = Object.entries(CONTEXTS).map(([name, context]) => ({ name, context }));
  const parsed = await parseKubeconfig(JSON.stringify({ contexts }), '/kc');
  return chooseContexts(mergeKubeconfigs([parsed], ['/kc']), { patterns, places });
}

describe('chooseContexts', () => {
  it.each([
    { label: 'one by its name', patterns: ['prod-us'], names: ['prod-us'] },
    {
      label: 'in the order of the patterns, for each by name',
      patterns: ['*stage', 'prod-us*'],
      names: ['arn:aws:eks:eu-west-1:1:cluster/stage', 'prod-us', 'prod-us-billing'],
    },
    {
      label: 'one that two patterns fit once',
      patterns: ['prod-us', 'prod-us*'],
      names: ['prod-us', 'prod-us-billing'],
    },
    { label: 'one whose entry is broken, which is reported as a row', patterns: ['odd'], names: ['odd'] },
    { label: 'users of one cluster', patterns: ['prod-eu', '*root'], names: ['prod-eu', 'prod-eu-as-root'] },
  ])('takes $label', async ({ patterns, names }) => {
    expect(await choose(patterns)).toEqual({ names, same: [] });
  });

  it.each([
    {
      label: 'of the same cluster, user and namespace',
      patterns: ['prod-eu*'],
      names: ['prod-eu', 'prod-eu-as-root'],
      same: [{ name: 'prod-eu-2', sameAs: 'prod-eu' }],
    },
    {
      label: 'that differ in a namespace which -n or -A replaces',
      patterns: ['prod-us*'],
      places: '*',
      names: ['prod-us'],
      same: [{ name: 'prod-us-billing', sameAs: 'prod-us' }],
    },
  ])('takes one of several $label', async ({ patterns, places, names, same }) => {
    expect(await choose(patterns, places)).toEqual({ names, same });
  });

  it.each([
    { patterns: ['prod-us', 'prd-eu'], pattern: 'prd-eu', hint: /^did you mean prod-eu\?$/ },
    { patterns: ['prod-us-b'], pattern: 'prod-us-b', hint: /^did you mean prod-us-billing\?$/ },
    {
      patterns: ['nothing-*'],
      pattern: 'nothing-*',
      hint: /^one context of: prod-us, prod-eu, .*get-contexts$/,
    },
  ])('refuses $patterns, of which one fits nothing', async ({ patterns, pattern, hint }) => {
    const message = `no context fits "${pattern}" in /kc`;
    await expect(choose(patterns)).rejects.toMatchObject({
      kind: 'kubeconfig',
      message,
      hint: expect.stringMatching(hint),
    });
  });
});
