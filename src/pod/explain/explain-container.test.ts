import { describe, expect, it } from 'vitest';
import { aPod, running, terminated, waiting, type ContainerOptions } from '../../../test/builders/a-pod.ts';
import { readContainerFacts } from './container-facts.ts';
import { agoText, explainContainer, withMessage } from './explain-container.ts';
import { NO_CLUES } from './pod-clues.ts';

const now = new Date('2025-03-01T12:05:00Z');
const PROBE = { tcpSocket: { port: 80 } };

const explain = (options: ContainerOptions, restartPolicy = 'Always'): string | undefined =>
  readContainerFacts(aPod({ apps: [options] })).map((facts) =>
    explainContainer(facts, { restartPolicy, now, clues: NO_CLUES }),
  )[0];

describe('explainContainer', () => {
  it.each<{ options: ContainerOptions; policy?: string; expected: string }>([
    { options: { hasStatus: false }, expected: 'has not been reported by the node yet' },
    { options: {}, expected: 'runs and is ready' },
    {
      options: { startupProbe: PROBE, started: false },
      expected: 'runs, but its startup probe (TCP port 80) has not succeeded yet',
    },
    { options: { started: false }, expected: 'runs, but the node does not report it as started yet' },
    { options: { ready: false }, expected: 'runs, but the node does not report it as ready' },
    {
      options: { ready: false, readinessProbe: PROBE },
      expected: 'runs, but its readiness probe (TCP port 80) does not succeed',
    },
    { options: { state: waiting() }, expected: 'waits' },
    { options: { state: waiting('PodInitializing') }, expected: 'waits for the init containers' },
    { options: { state: waiting('ErrImagePull', 'not found') }, expected: 'waits (ErrImagePull): not found' },
    {
      options: { state: waiting('CrashLoopBackOff'), lastState: terminated(1), restartCount: 4 },
      expected:
        'keeps ending, so the node waits before each new start (CrashLoopBackOff, restarts: 4); its last run ended 5m ago with exit code 1 (Error)',
    },
    {
      options: { state: terminated(0) },
      policy: 'OnFailure',
      expected:
        'ended 5m ago with exit code 0 (Completed); it is not started again (restartPolicy OnFailure)',
    },
    {
      options: { state: terminated(137, { reason: 'OOMKilled' }), resources: { limits: { memory: '64Mi' } } },
      expected: 'ended 5m ago with exit code 137 (OOMKilled), having used more than its memory limit of 64Mi',
    },
    {
      options: { state: terminated(137), livenessProbe: PROBE },
      expected:
        'ended 5m ago with exit code 137 (Error), as a container does when its liveness probe (TCP port 80) fails',
    },
  ])('$expected', ({ options, policy, expected }) => {
    expect(explain(options, policy)).toBe(expected);
  });

  it('does not call an init container that runs unready', () => {
    const [facts] = readContainerFacts(aPod({ inits: [{ name: 'setup', state: running(), ready: false }] }));
    const around = { restartPolicy: 'Always', now, clues: NO_CLUES };
    expect(facts && explainContainer(facts, around)).toBe('runs, started 5m ago');
  });
});

it.each([
  { moment: new Date('2025-03-01T12:04:00Z'), expected: ' 60s ago' },
  { moment: undefined, expected: '' },
])('writes $moment as "$expected"', ({ moment, expected }) => {
  expect(agoText(moment, now)).toBe(expected);
});

it.each([
  { message: ' no space \n', expected: 'it failed: no space' },
  { message: '', expected: 'it failed' },
  { message: undefined, expected: 'it failed' },
])('appends "$message"', ({ message, expected }) => {
  expect(withMessage('it failed', message)).toBe(expected);
});
