import { describe, expect, it } from 'vitest';
import { aDebugRequest } from '../../../test/builders/a-debug-request.ts';
import { aPod, terminated, type PodOptions } from '../../../test/builders/a-pod.ts';
import type { TargetRule } from '../rows/audit-settings.ts';
import { planRun } from './plan-run.ts';

const plan = (pod: PodOptions, target: TargetRule) =>
  planRun(aPod(pod), { request: aDebugRequest(), target, container: 'audit-x', now: new Date() });

describe('planRun', () => {
  it.each<{ label: string; pod: PodOptions; rule: TargetRule; target: string; notes: readonly string[] }>([
    { label: 'no target', pod: {}, rule: { kind: 'none' }, target: '', notes: [] },
    { label: 'the named target', pod: {}, rule: { kind: 'named', name: 'app' }, target: 'app', notes: [] },
    { label: 'the only container', pod: {}, rule: { kind: 'auto' }, target: 'app', notes: [] },
    {
      label: 'the first of several, and says so',
      pod: { apps: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] },
      rule: { kind: 'auto' },
      target: 'a',
      notes: ['target is "a", not b, c: see --all-containers'],
    },
  ])('takes $label', ({ pod, rule, target, notes }) => {
    const planned = plan(pod, rule);
    expect(planned).toMatchObject({ target, notes });
    expect(planned.plan.container).toMatchObject({ name: 'audit-x' });
    expect(planned.plan.container.targetContainerName ?? '').toBe(target);
  });

  it('says why a pod has no target', () => {
    const { target, notes } = plan({ apps: [{ state: terminated(1) }] }, { kind: 'auto' });
    expect(target).toBe('');
    expect(notes).toEqual([expect.stringMatching(/^no target container: ./)]);
  });

  it('refuses a pod that cannot run the container', () => {
    expect(() => plan({ phase: 'Succeeded' }, { kind: 'none' })).toThrow(
      expect.objectContaining({ kind: 'pod-finished' }),
    );
  });
});
