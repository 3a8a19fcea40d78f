import { expect, it } from 'vitest';
import { aPod, terminated } from '../../../test/builders/a-pod.ts';
import { readContainerFacts } from './container-facts.ts';

it('reads the title, the state and the flags of each container', () => {
  const pod = aPod({
    inits: [
      { name: 'setup', state: terminated(0) },
      { name: 'proxy', restartPolicy: 'Always' },
    ],
    apps: [{ name: 'web', hasStatus: false }],
    ephemerals: [{ name: 'dbg' }],
  });
  const facts = readContainerFacts(pod).map(({ title, state, isStarted, isReady }) => [
    title,
    state.kind,
    isStarted,
    isReady,
  ]);
  expect(facts).toEqual([
    ['init container "setup"', 'terminated', false, false],
    ['sidecar "proxy"', 'running', true, true],
    ['app container "web"', 'absent', false, false],
    ['debug container "dbg"', 'running', true, true],
  ]);
});
