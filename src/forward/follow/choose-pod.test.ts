import { describe, expect, it } from 'vitest';
import { aPod, type PodOptions } from '../../../test/builders/a-pod.ts';
import type { Pod } from '../../pod/types.ts';
import { choosePod, judgePod } from './choose-pod.ts';

const ready = (isReady: boolean) => ({
  phase: 'Running',
  conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }],
});
const pod = (name: string, options: PodOptions = {}): Pod =>
  aPod({ name, uid: name, status: ready(true), ...options });
const ENDING = { deletionTimestamp: '2025-03-01T12:30:00Z' };

const old = pod('old', { metadata: { creationTimestamp: '2025-03-01T11:00:00Z' } });
const young = pod('young', { metadata: { creationTimestamp: '2025-03-01T12:00:00Z' } });
const unready = pod('unready', { status: ready(false) });
const ending = pod('ending', { metadata: ENDING });
const pending = pod('pending', { status: { phase: 'Pending' } });
const done = pod('done', { status: { phase: 'Succeeded' } });

describe('choosePod', () => {
  it.each([
    { label: 'the newest that is ready', pods: [old, young, unready], chosen: 'young' },
    { label: 'none that is ending', pods: [ending], chosen: undefined },
    { label: 'none that does not run yet', pods: [pending, done], chosen: undefined },
    { label: 'none that is not ready', pods: [unready], chosen: undefined },
    { label: 'a ready one before one that runs', pods: [unready, old], acceptsUnready: true, chosen: 'old' },
    {
      label: 'one that runs, if that is enough',
      pods: [pending, unready],
      acceptsUnready: true,
      chosen: 'unready',
    },
    { label: 'none that is ending, even then', pods: [ending], acceptsUnready: true, chosen: undefined },
  ])('chooses $label', ({ pods, acceptsUnready = false, chosen }) => {
    expect(choosePod(pods, { acceptsUnready })?.metadata.name).toBe(chosen);
  });
});

describe('judgePod', () => {
  const stays = { kind: 'stay', isChanging: false };
  it.each([
    { label: 'a ready pod', uid: 'old', pods: [old, young], verdict: stays },
    { label: 'one that is gone', uid: 'x', pods: [old], verdict: { kind: 'leave', why: 'is gone' } },
    {
      label: 'one that has finished',
      uid: 'done',
      pods: [done],
      verdict: { kind: 'leave', why: 'has finished' },
    },
    {
      label: 'one that is ending, if another is ready',
      uid: 'ending',
      pods: [ending, old],
      verdict: { kind: 'leave', why: 'is being deleted' },
    },
    {
      label: 'one that is ending, if no other is ready',
      uid: 'ending',
      pods: [ending, unready],
      verdict: { kind: 'stay', isChanging: true },
    },
    {
      label: 'one that has ended because it was deleted',
      uid: 'over',
      pods: [pod('over', { metadata: ENDING, status: { phase: 'Succeeded' } }), old],
      verdict: { kind: 'leave', why: 'is gone' },
    },
    { label: 'one that is not ready for a moment', uid: 'unready', pods: [unready, old], verdict: stays },
    {
      label: 'one that is not ready for long',
      uid: 'unready',
      pods: [unready, old],
      isUnreadyForLong: true,
      verdict: { kind: 'leave', why: 'is not ready any more' },
    },
    {
      label: 'one that is not ready for long, if no other is',
      uid: 'unready',
      pods: [unready],
      isUnreadyForLong: true,
      verdict: stays,
    },
    {
      label: 'a named one that is not ready for long',
      uid: 'unready',
      pods: [unready, old],
      isUnreadyForLong: true,
      isNamed: true,
      verdict: stays,
    },
  ])('judges $label', ({ uid, pods, isNamed = false, isUnreadyForLong = false, verdict }) => {
    expect(judgePod({ pods, uid, isNamed, isUnreadyForLong })).toEqual(verdict);
  });
});
