import { describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { annotateReason, readReason, reasonOf, reasonVariable, withReason } from './reason.ts';

const variable = (value: string) => ({ env: [{ name: 'KUBECTL_DEBUG_REASON', value }] });

describe('withReason', () => {
  it('keeps the other variables, and replaces a reason', () => {
    const container = { name: 'a', env: [{ name: 'A', value: '1' }, ...variable('old').env] };
    expect(withReason(container, 'new').env).toEqual([{ name: 'A', value: '1' }, ...variable('new').env]);
  });
});

describe('readReason', () => {
  it.each([
    { label: 'a plain one', value: 'INC-7', reason: 'INC-7' },
    { label: 'an empty one as none', value: '', reason: undefined },
    { label: 'a very long one of others, cut', value: 'x'.repeat(600), reason: `${'x'.repeat(512)}…` },
  ])('reads $label', ({ value, reason }) => {
    expect(readReason(variable(value))).toBe(reason);
  });

  it.each(['$(HOME) $$ $', '$$$(A)', '5 $'])(
    'reads %s, which the kubelet would expand, as typed',
    (reason) => {
      expect(readReason({ env: [reasonVariable(reason)] })).toBe(reason);
    },
  );
});

describe('reasonOf', () => {
  const annotations = { 'kubectl-debug/reason': 'of the pod' };
  const pod = aPod({ apps: [{ name: 'app' }], ephemerals: [{ name: 'dbg' }], metadata: { annotations } });

  it.each([
    { label: 'the pod', container: undefined, reason: 'of the pod' },
    { label: 'a container that it was created with', container: { name: 'app' }, reason: 'of the pod' },
    {
      label: 'a container with its own',
      container: { name: 'app', ...variable('own') },
      reason: 'own',
    },
    { label: 'one that was added later without any', container: { name: 'dbg' }, reason: undefined },
  ])('tells the reason of $label', ({ container, reason }) => {
    expect(reasonOf(pod, container)).toBe(reason);
  });

  it('reads only annotations of the pod itself', () => {
    expect(reasonOf(aPod({ metadata: { annotations: {} } }), undefined)).toBeUndefined();
    expect(reasonOf(aPod({}), undefined)).toBeUndefined();
  });
});

describe('annotateReason', () => {
  it('adds to the annotations, and changes nothing without a reason', () => {
    const metadata = { name: 'a', annotations: { b: 'c' } };
    expect(annotateReason(metadata, undefined)).toBe(metadata);
    expect(annotateReason(metadata, 'INC-7').annotations).toEqual({
      b: 'c',
      'kubectl-debug/reason': 'INC-7',
    });
  });
});
