import { describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { listContainers } from './containers.ts';

describe('listContainers', () => {
  it('lists every container with its role, in declared order', () => {
    const pod = aPod({
      inits: [
        { name: 'setup' },
        { name: 'proxy', restartPolicy: 'Always' },
        { name: 'late', restartPolicy: 'always' },
        { name: 'retry', restartPolicy: 'OnFailure' },
      ],
      apps: [{ name: 'app' }],
      ephemerals: [{ name: 'debugger' }],
    });
    expect(listContainers(pod).map(({ name, role }) => [name, role])).toEqual([
      ['setup', 'init'],
      ['proxy', 'sidecar'],
      ['late', 'init'],
      ['retry', 'init'],
      ['app', 'app'],
      ['debugger', 'ephemeral'],
    ]);
  });

  it('ties a status to its container by name, not by place', () => {
    const pod = aPod({
      apps: [
        { name: 'b', restartCount: 2 },
        { name: 'a', hasStatus: false },
      ],
    });
    expect(listContainers(pod).map(({ name, status }) => [name, status?.restartCount])).toEqual([
      ['b', 2],
      ['a', undefined],
    ]);
  });

  it('finds no statuses in a pod that the kubelet has not seen', () => {
    expect(listContainers(aPod({ isScheduled: false })).map(({ status }) => status)).toEqual([undefined]);
  });
});
