import { expect, it } from 'vitest';
import { sayUnfinishedRun } from './say-unfinished-run.ts';

const pods = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ namespace: 'shop', name: `web-${index}` }));

it.each([
  {
    label: 'a few pods',
    end: 'complete',
    unfinished: pods(2),
    expected:
      'some pods could not be audited; to try again: the same command with only these pods: shop/web-0 shop/web-1',
  },
  {
    label: 'many pods',
    end: 'interrupted',
    unfinished: pods(6),
    expected: 'interrupted; to try again: the same command, which begins anew with all pods',
  },
] as const)('says what to type after $label, and never --resume', ({ end, unfinished, expected }) => {
  const told: string[] = [];
  sayUnfinishedRun({ warn: (text) => void told.push(text) }, { end, unfinished });
  expect(told).toEqual([expected]);
});
