import { expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { findDefaultContainer } from './default-container.ts';

it.each([
  { named: 'web', expected: 'web' },
  { named: 'proxy', expected: 'proxy' },
  { named: 'debugger', expected: undefined },
  { named: 'gone', expected: undefined },
  { named: undefined, expected: undefined },
])('finds $expected where the annotation names $named', ({ named, expected }) => {
  const annotations = { ...(named && { 'kubectl.kubernetes.io/default-container': named }) };
  const pod = aPod({
    apps: [{ name: 'app' }, { name: 'web' }],
    inits: [{ name: 'proxy', restartPolicy: 'Always' }],
    ephemerals: [{ name: 'debugger' }],
    metadata: { annotations },
  });
  expect(findDefaultContainer(pod)?.name).toBe(expected);
});
