import { describe, expect, it } from 'vitest';
import { aPod, running, terminated, waiting } from '../../../test/builders/a-pod.ts';
import { readInitialization, terminatedText } from './initialization.ts';
import { readPod } from './read-pod.ts';

const DONE = { name: 'done', state: terminated(0) };
const SIDECAR = { name: 'proxy', restartPolicy: 'Always' };

describe('readInitialization', () => {
  it.each([
    { label: 'no init container', inits: [], visited: 0, blockedText: undefined, showsApps: true },
    {
      label: 'all of them passed',
      inits: [DONE, SIDECAR],
      visited: 2,
      blockedText: undefined,
      showsApps: true,
    },
    {
      label: 'one runs',
      inits: [DONE, { name: 'setup', state: running() }, SIDECAR],
      visited: 2,
      blockedText: 'Init:1/3',
      showsApps: false,
    },
    {
      label: 'one failed',
      inits: [{ name: 'setup', state: terminated(3) }, DONE],
      visited: 1,
      blockedText: 'Init:Error',
      showsApps: false,
    },
    {
      label: 'one waits with a reason',
      inits: [{ name: 'setup', state: waiting('ImagePullBackOff') }],
      visited: 1,
      blockedText: 'Init:ImagePullBackOff',
      showsApps: false,
    },
    {
      label: 'a sidecar has not started',
      inits: [{ ...SIDECAR, started: false }],
      visited: 1,
      blockedText: 'Init:0/1',
      showsApps: false,
    },
  ])('where $label', ({ inits, visited, blockedText, showsApps }) => {
    const view = readPod(aPod({ inits }));
    const initialization = readInitialization({ ...view, isInitialized: false });
    expect(initialization).toMatchObject({ blockedText, showsApps });
    expect(initialization.visited).toHaveLength(visited);
  });

  it('shows the apps of a pod that was initialized before', () => {
    const pod = aPod({ inits: [{ ...SIDECAR, started: false }] });
    expect(readInitialization(readPod(pod))).toMatchObject({ blockedText: 'Init:0/1', showsApps: true });
  });
});

it.each([
  { reason: 'OOMKilled', signal: 9, expected: 'OOMKilled' },
  { reason: '', signal: 9, expected: 'Signal:9' },
  { reason: '', signal: 0, expected: 'ExitCode:137' },
])('calls an end with "$reason" and signal $signal $expected', ({ reason, signal, expected }) => {
  const end = {
    kind: 'terminated',
    exitCode: 137,
    message: '',
    startedAt: undefined,
    finishedAt: undefined,
  } as const;
  expect(terminatedText({ ...end, reason, signal })).toBe(expected);
});
