import { describe, expect, it } from 'vitest';
import { applySecurityFlags, parseSecurityFlags } from './security-flags.ts';

describe('parseSecurityFlags', () => {
  it.each([
    { texts: { runAsUser: undefined, capAdd: [], capDrop: [] }, expected: undefined },
    {
      texts: { runAsUser: '0', capAdd: [], capDrop: [] },
      expected: { runAs: { kind: 'ids', ids: { user: 0 } }, capAdd: [], capDrop: [] },
    },
    {
      texts: { runAsUser: '1000:2000', capAdd: [], capDrop: [] },
      expected: { runAs: { kind: 'ids', ids: { user: 1000, group: 2000 } }, capAdd: [], capDrop: [] },
    },
    {
      texts: { runAsUser: 'target', capAdd: ['net_raw'], capDrop: ['ALL'] },
      expected: { runAs: { kind: 'target' }, capAdd: ['NET_RAW'], capDrop: ['ALL'] },
    },
  ])('reads $texts', ({ texts, expected }) => {
    expect(parseSecurityFlags(texts)).toEqual(expected);
  });

  it.each([
    { runAsUser: 'root', capAdd: [], capDrop: [] },
    { runAsUser: '1:2:3', capAdd: [], capDrop: [] },
    { runAsUser: `${2 ** 31}`, capAdd: [], capDrop: [] },
    { runAsUser: undefined, capAdd: ['NET_RAW'], capDrop: ['CAP_NET_RAW'] },
  ])('refuses $runAsUser with $capAdd and $capDrop', (texts) => {
    expect(() => parseSecurityFlags(texts)).toThrow(expect.objectContaining({ kind: 'usage' }));
  });
});

describe('applySecurityFlags', () => {
  const none = { capAdd: [], capDrop: [] };
  it.each([
    { label: 'nothing', before: { privileged: true }, flags: none, expected: { privileged: true } },
    {
      label: 'a user',
      before: undefined,
      flags: { ...none, runAs: { kind: 'ids', ids: { user: 5, group: 6 } } } as const,
      expected: { runAsUser: 5, runAsGroup: 6 },
    },
    {
      label: 'ALL dropped, one added',
      before: { capabilities: { add: ['SYS_PTRACE'] } },
      flags: { capAdd: ['NET_RAW'], capDrop: ['ALL'] },
      expected: { capabilities: { add: ['NET_RAW'], drop: ['ALL'] } },
    },
    {
      label: 'one that is there already',
      before: { capabilities: { add: ['SYS_PTRACE'], drop: ['KILL'] } },
      flags: { capAdd: ['SYS_PTRACE'], capDrop: ['KILL'] },
      expected: { capabilities: { add: ['SYS_PTRACE'], drop: ['KILL'] } },
    },
  ])('applies $label', ({ before, flags, expected }) => {
    expect(applySecurityFlags(before, flags)).toEqual(expected);
  });
});
