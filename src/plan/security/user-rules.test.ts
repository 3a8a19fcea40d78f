import { describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { accessWarnings, refuseForbiddenRoot } from './user-rules.ts';

const PTRACE = { capabilities: { add: ['SYS_PTRACE'] } };

describe('accessWarnings', () => {
  const pod = aPod({ apps: [{ securityContext: { runAsUser: 1000, runAsGroup: 2000 } }] });
  it.each([
    { label: 'no target', context: {}, target: undefined, says: undefined },
    { label: 'root that may trace', context: PTRACE, target: 'app', says: undefined },
    {
      label: 'plain root',
      context: {},
      target: 'app',
      says: /runs as uid 1000, .* uid 0 without SYS_PTRACE;/,
    },
    { label: 'the same user', context: { runAsUser: 1000 }, target: 'app', says: undefined },
    {
      label: 'another user',
      context: { runAsUser: 7, ...PTRACE },
      target: 'app',
      says: /as uid 1000, .* as uid 7;/,
    },
    {
      label: 'another group',
      context: { runAsUser: 1000, runAsGroup: 7 },
      target: 'app',
      says: /as gid 2000, .* as gid 7;/,
    },
  ])('says $says for $label', ({ context, target, says }) => {
    const [warning, ...others] = accessWarnings(pod, { name: 'dbg', securityContext: context }, target);
    expect(others).toEqual([]);
    if (says === undefined) expect(warning).toBeUndefined();
    else expect(warning).toMatch(says);
  });

  it('is silent where only the image knows the user', () => {
    expect(accessWarnings(aPod(), { name: 'dbg' }, 'app')).toEqual([]);
  });
});

describe('refuseForbiddenRoot', () => {
  const pod = aPod({ spec: { securityContext: { runAsNonRoot: true } } });
  it('refuses uid 0 in a pod that forbids root', () => {
    expect(() => refuseForbiddenRoot(pod, { name: 'dbg', securityContext: { runAsUser: 0 } })).toThrow(
      expect.objectContaining({ kind: 'run-as-root' }),
    );
  });

  it.each([
    { label: 'another user', context: { runAsUser: 1 } },
    { label: 'the user of the image', context: {} },
    { label: 'a container that allows root', context: { runAsUser: 0, runAsNonRoot: false } },
  ])('lets $label pass', ({ context }) => {
    expect(() => refuseForbiddenRoot(pod, { name: 'dbg', securityContext: context })).not.toThrow();
  });
});
