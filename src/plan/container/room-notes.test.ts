import { expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { roomNotes } from './room-notes.ts';

const limit = (memory: string) => ({ resources: { limits: { memory } } });

it('says that a pod has little memory for a debug container', () => {
  expect(roomNotes(aPod({ apps: [limit('40Mi'), limit('20Mi')] }))).toEqual([
    "shop/web-1 may use 60Mi of memory with all of its containers, and a debug container counts in it: beyond that the kernel kills a process of the pod, which may be the app's; --copy-to leaves the app alone",
  ]);
});

it.each([
  { label: 'has enough', apps: [limit('40Mi'), limit('24Mi')] },
  { label: 'has a container without a limit', apps: [limit('10Mi'), {}] },
  { label: 'has no limits', apps: [{}] },
])('says nothing of a pod that $label', ({ apps }) => {
  expect(roomNotes(aPod({ apps }))).toEqual([]);
});
