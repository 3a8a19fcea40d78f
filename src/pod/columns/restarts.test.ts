import { describe, expect, it } from 'vitest';
import { aPod, terminated, waiting, CREATED_AT } from '../../../test/builders/a-pod.ts';
import { readInitialization } from './initialization.ts';
import { readPod } from './read-pod.ts';
import { countRestarts, restartsText } from './restarts.ts';

const ENDED = { lastState: terminated(1) };

describe('countRestarts', () => {
  it.each([
    {
      label: 'apps and sidecars once the pod is initialized',
      pod: aPod({
        inits: [
          { name: 'setup', restartCount: 4, state: terminated(0) },
          { name: 'proxy', restartPolicy: 'Always', restartCount: 2 },
        ],
        apps: [{ restartCount: 3, ...ENDED }],
      }),
      expected: { count: 5, lastAt: new Date(CREATED_AT) },
    },
    {
      label: 'init containers while one blocks',
      pod: aPod({
        inits: [{ name: 'setup', restartCount: 4, state: waiting('CrashLoopBackOff') }],
        apps: [{ restartCount: 3, state: waiting('PodInitializing') }],
        status: { conditions: [] },
      }),
      expected: { count: 4, lastAt: undefined },
    },
  ])('counts $label', ({ pod, expected }) => {
    const view = readPod(pod);
    expect(countRestarts(view, readInitialization(view))).toEqual(expected);
  });
});

it.each([
  { restarts: { count: 0, lastAt: new Date(CREATED_AT) }, expected: '0' },
  { restarts: { count: 5, lastAt: undefined }, expected: '5' },
  { restarts: { count: 5, lastAt: new Date(CREATED_AT) }, expected: '5 (90s ago)' },
])('writes $restarts as $expected', ({ restarts, expected }) => {
  expect(restartsText(restarts, new Date('2025-03-01T12:01:30Z'))).toBe(expected);
});
