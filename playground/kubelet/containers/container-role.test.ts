import { expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { ephemeralContainers, fieldPath, regularContainers } from './container-role.ts';

const POD = aPod({
  inits: [{ name: 'prepare' }, { name: 'proxy', restartPolicy: 'Always' }],
  apps: [{ name: 'app' }, { name: 'log' }],
  ephemerals: [{ name: 'debugger' }],
});

it('lists the regular containers with their roles, init containers first', () => {
  expect(regularContainers(POD).map(({ role, spec }) => `${role} ${spec.name}`)).toEqual([
    'init prepare',
    'sidecar proxy',
    'app app',
    'app log',
  ]);
});

it('names each container by its field', () => {
  expect([...regularContainers(POD), ...ephemeralContainers(POD)].map(fieldPath)).toEqual([
    'spec.initContainers{prepare}',
    'spec.initContainers{proxy}',
    'spec.containers{app}',
    'spec.containers{log}',
    'spec.ephemeralContainers{debugger}',
  ]);
});
