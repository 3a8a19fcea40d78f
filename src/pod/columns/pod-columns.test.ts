import { describe, expect, it } from 'vitest';
import { aCondition, aPod, terminated, waiting } from '../../../test/builders/a-pod.ts';
import { NOW, podFromNotation } from '../../../test/builders/pod-notation.ts';
import { podColumns } from './pod-columns.ts';

// The notation is explained in test/builders/pod-notation.ts. Where servers differ, these are the answers of 1.35.
// prettier-ignore
const ROWS: readonly (readonly [number, string, string, string, string, string, string])[] = [
  [1, 'c', 'P', '∅', '0/1', 'Pending', '0'],
  [2, 'c', 'P', 'W:ContainerCreating', '0/1', 'ContainerCreating', '0'],
  [3, 'c', 'R Y', 'R', '1/1', 'Running', '0'],
  [4, 'cc', 'R y', 'R r', '1/2', 'Running', '0'],
  [5, 'cc', 'R y', 'R', '1/2', 'Running', '0'],
  [6, 'c', 'P', 'W:ImagePullBackOff', '0/1', 'ImagePullBackOff', '0'],
  [7, 'c', 'R y', 'W:CrashLoopBackOffx5@90s', '0/1', 'CrashLoopBackOff', '5 (90s ago)'],
  [8, 'cc', 'R y', 'W:CrashLoopBackOffx4@3m T1:Errorx2@30s', '0/2', 'CrashLoopBackOff', '6 (30s ago)'],
  [9, 'cc', 'R y', 'T1:Errorx2@30s W:CrashLoopBackOffx4@3m', '0/2', 'Error', '6 (30s ago)'],
  [10, 'c', 'R y', 'T137:OOMKilledx1@10m', '0/1', 'OOMKilled', '1 (10m ago)'],
  [11, 'c', 'R y', 'T3', '0/1', 'ExitCode:3', '0'],
  [12, 'c', 'R y', 'T137~9', '0/1', 'Signal:9', '0'],
  [13, 'c', 'S', 'T0', '0/1', 'ExitCode:0', '0'],
  [14, 'c', 'S', 'T0:Completed', '0/1', 'Completed', '0'],
  [15, 'c', 'F', 'T1:Error', '0/1', 'Error', '0'],
  [16, 'cc', 'R Y', 'T0:Completed R', '1/2', 'Running', '0'],
  [17, 'cc', 'R y', 'T0:Completed R', '1/2', 'NotReady', '0'],
  [18, 'cc', 'R y', 'T0:Completed r', '0/2', 'Completed', '0'],
  [19, 'cc', 'R Y', 'T0 R', '1/2', 'ExitCode:0', '0'],
  [20, 'cc', 'F', 'T0:Completed T1:Error', '0/2', 'Error', '0'],
  [21, 'cc', 'F', 'T1:Error T0:Completed', '0/2', 'Error', '0'],
  [22, 'ccc', 'R y', 'T0:Completed R T1:Error', '1/3', 'Error', '0'],
  [23, 'ccc', 'R Y', 'T0:Completed R T1:Error', '1/3', 'Running', '0'],
  [24, 'ccc', 'F', 'T0:Completed T2:Error T137:OOMKilled', '0/3', 'Error', '0'],
  [25, 'cc', 'F', 'T0:Completed T5', '0/2', 'ExitCode:5', '0'],
  [26, 'c', 'R', 'W', '0/1', 'Running', '0'],
  [27, 'c', 'R', '+', '0/1', 'Running', '0'],
  [28, 'c', 'R Y', 'Rx3', '1/1', 'Running', '3'],
  [29, 'cc', 'R Y', 'Rx6@5d Rx3@20d', '2/2', 'Running', '9 (5d ago)'],
  [30, 'c', 'R Y', 'Rx3@-1s', '1/1', 'Running', '3 (0s ago)'],
  [31, 'c', 'R Y', 'Rx3@-5s', '1/1', 'Running', '3 (<invalid> ago)'],
  [32, 'c', 'R Y', 'R@10s', '1/1', 'Running', '0'],
  [33, 'c', 'F r=Evicted', '∅', '0/1', 'Evicted', '0'],
  [34, 'c', 'F r=Evicted', 'T137:Error', '0/1', 'Error', '0'],
  [35, 'c', 'F r=Evicted', 'T137:ContainerStatusUnknownx1', '0/1', 'ContainerStatusUnknown', '1'],
  [36, 'c', 'F r=OutOfcpu', '∅', '0/1', 'OutOfcpu', '0'],
  [37, 'c', 'P G', '∅', '0/1', 'SchedulingGated', '0'],
  [38, 'c', 'P G r=Foo', '∅', '0/1', 'SchedulingGated', '0'],
  [39, 'c', 'P G D', '∅', '0/1', 'Terminating', '0'],
  [40, 'c', 'R r=NodeLost', 'R', '1/1', 'NodeLost', '0'],
  [41, 'c', 'R r=NodeLost D', 'R', '1/1', 'Unknown', '0'],
  [42, 'c', 'F r=NodeLost D', 'T1:Error', '0/1', 'Unknown', '0'],
  [43, 'c', 'U', '∅', '0/1', 'Unknown', '0'],
  [44, 'cc', 'R Y D', 'R R', '2/2', 'Terminating', '0'],
  [45, 'c', 'R D', 'W:CrashLoopBackOffx2@1m', '0/1', 'Terminating', '2 (60s ago)'],
  [46, 'c', 'S D', 'T0:Completed', '0/1', 'Completed', '0'],
  [47, 'c', 'F D r=Evicted', '∅', '0/1', 'Evicted', '0'],
  [48, 'c', 'S', '∅', '0/1', 'Succeeded', '0'],
  [49, 'c', 'F', '∅', '0/1', 'Failed', '0'],
  [50, 'i/c', 'P i', 'Z ; Z', '0/1', 'Init:0/1', '0'],
  [51, 'ii/c', 'P i', 'T0:Completed p ; Z', '0/1', 'Init:1/2', '0'],
  [52, 'ii/c', 'P i', 'T0:Completed T1:Errorx2@5s ; Z', '0/1', 'Init:Error', '2 (5s ago)'],
  [53, 'i/c', 'P i', 'W:CrashLoopBackOffx3@40s ; Z', '0/1', 'Init:CrashLoopBackOff', '3 (40s ago)'],
  [54, 'i/c', 'P i', 'T7 ; Z', '0/1', 'Init:ExitCode:7', '0'],
  [55, 'i/c', 'P i', 'T137~9 ; Z', '0/1', 'Init:Signal:9', '0'],
  [56, 'i/c', 'P i', 'W:ErrImagePull ; Z', '0/1', 'Init:ErrImagePull', '0'],
  [57, 'i/c', 'F i', 'T1:Error ; Z', '0/1', 'Init:Error', '0'],
  [58, 'ii/c', 'P i', 'T0:Completedx1@9m px2@1m ; Z', '0/1', 'Init:1/2', '3 (60s ago)'],
  [59, 'i/c', 'P I', 'T0:Completedx2@1m ; Z', '0/1', 'PodInitializing', '0'],
  [60, 'i/c', 'R I Y', 'T0:Completedx2@1m ; R', '1/1', 'Running', '0'],
  [61, 'i/c', 'P i D', 'p ; Z', '0/1', 'Terminating', '0'],
  [62, 'i/c', 'R I Y', 'Z ; R', '1/1', 'Init:0/1', '0'],
  [63, 'iss/c', 'P i', '∅ ; ∅', '0/3', 'Pending', '0'],
  [64, 'iss/c', 'P i', 'Z Z Z ; Z', '0/3', 'Init:0/3', '0'],
  [65, 'iss/c', 'P i', 'p Z Z ; Z', '0/3', 'Init:0/3', '0'],
  [66, 'iss/c', 'P i', 'T0:Completed Z Z ; Z', '0/3', 'Init:1/3', '0'],
  [67, 'iss/c', 'P i', 'T0:Completed p Z ; Z', '0/3', 'Init:1/3', '0'],
  [68, 'iss/c', 'P i', 'T0:Completed r Z ; Z', '0/3', 'Init:2/3', '0'],
  [69, 'iss/c', 'P i', 'T0:Completed R Z ; Z', '1/3', 'Init:2/3', '0'],
  [70, 'iss/c', 'P i', 'T0:Completed R p ; Z', '1/3', 'Init:2/3', '0'],
  [71, 'iss/c', 'P I', 'T0:Completed R R ; Z', '2/3', 'PodInitializing', '0'],
  [72, 'iss/c', 'R I y', 'T0:Completed R R ; r', '2/3', 'Running', '0'],
  [73, 'iss/c', 'R I Y', 'T0:Completed R R ; R', '3/3', 'Running', '0'],
  [74, 'iss/c', 'R I y', 'T0:Completed r R ; R', '2/3', 'Running', '0'],
  [75, 'iss/c', 'R I Y', 'T0:Completedx9@1s Rx2@1h Rx1@5m ; Rx4@20s', '3/3', 'Running', '7 (20s ago)'],
  [76, 's/c', 'P i', 'W:CrashLoopBackOffx3@30s ; Z', '0/2', 'Init:CrashLoopBackOff', '3 (30s ago)'],
  [77, 's/c', 'R I y', 'W:CrashLoopBackOffx3@30s ; R', '1/2', 'Init:CrashLoopBackOff', '3 (30s ago)'],
  [78, 'ss/c', 'R I y', 'R W:CrashLoopBackOffx3@30s ; R', '2/3', 'Init:CrashLoopBackOff', '3 (30s ago)'],
  [79, 'ss/c', 'R I y', 'W:CrashLoopBackOffx3@30s Rx2@5s ; R', '1/3', 'Init:CrashLoopBackOff', '3 (30s ago)'],
  [80, 's/c', 'R I y', 'px1@5s ; R', '1/2', 'Init:0/1', '1 (5s ago)'],
  [81, 's/c', 'R I y', 'T1:Errorx1@5s ; W:CrashLoopBackOffx2@9s', '0/2', 'CrashLoopBackOff', '3 (5s ago)'],
  [82, 's/c', 'R I Y', 'T0:Completedx1@3s ; R', '1/2', 'Running', '1 (3s ago)'],
  [83, 's/c', 'R I y', 'T1:Error! ; R', '1/2', 'Running', '0'],
  [84, 's/c', 'R I y', 'q ; R', '1/2', 'Init:0/1', '0'],
  [85, 's/c', 'R I y', 'R ; T0:Completed', '1/2', 'Completed', '0'],
  [86, 's/c', 'S I', 'T143:Error ; T0:Completed', '0/2', 'Completed', '0'],
  [87, 's/c', 'F I', 'T137:Error ; T1:Error', '0/2', 'Error', '0'],
  [88, 's/c', 'R I D', 'R ; T0:Completed', '1/2', 'Terminating', '0'],
  [89, 'si/c', 'P i', 'R p ; Z', '1/2', 'Init:1/2', '0'],
  [90, 'si/c', 'P i', 'R T1:Errorx2@4s ; Z', '1/2', 'Init:Error', '2 (4s ago)'],
  [91, 's/c', 'R i', '?R ; R', '0/2', 'Init:0/1', '0'],
  [92, 'i/c', 'R i', 'p ; Rx2@1m', '0/1', 'Init:0/1', '0'],
  [93, 'is/c', 'R i', 'T0:Completed px4@2m ; Rx2@1m', '0/2', 'Init:1/2', '4 (2m ago)'],
];

describe('podColumns', () => {
  it.each(ROWS)(
    'row %i: %s %s, %s shows %s %s %s',
    (_row, shape, flags, statuses, ready, status, restarts) => {
      const pod = podFromNotation({ shape, flags, statuses });
      expect(podColumns(pod, NOW)).toMatchObject({ ready, status, restarts });
    },
  );

  it('never counts ephemeral containers', () => {
    const pod = aPod({ ephemerals: [{ ready: true, restartCount: 3 }] });
    expect(podColumns(pod, NOW)).toMatchObject({ ready: '1/1', status: 'Running', restarts: '0' });
  });

  it('takes the first app that has something to say, in the order of the status', () => {
    const pod = aPod({
      apps: [
        { name: 'b', state: terminated(1) },
        { name: 'a', state: waiting('CrashLoopBackOff') },
      ],
    });
    const sorted = { ...pod.status, containerStatuses: pod.status?.containerStatuses?.toReversed() ?? [] };
    expect(podColumns(pod, NOW).status).toBe('Error');
    expect(podColumns({ ...pod, status: sorted }, NOW).status).toBe('CrashLoopBackOff');
  });

  it('shows how long ago the pod was created', () => {
    const created = { metadata: { creationTimestamp: '2025-03-01T12:00:00Z' } };
    expect(podColumns(aPod(created), NOW).age).toBe('6h');
  });

  it('shows an unknown age for a pod without a creation time', () => {
    const { metadata, ...pod } = aPod();
    const { creationTimestamp, ...rest } = metadata;
    expect(creationTimestamp).toBeDefined();
    expect(podColumns({ ...pod, metadata: rest }, NOW).age).toBe('<unknown>');
  });

  it('shows the wide columns of a running pod', () => {
    expect(podColumns(aPod(), NOW)).toMatchObject({
      namespace: 'shop',
      name: 'web-1',
      ip: '10.0.0.7',
      node: 'node-1',
      nominatedNode: '<none>',
      readinessGates: '<none>',
    });
  });

  it('shows <none> for what a pod without a node does not have', () => {
    expect(podColumns(aPod({ isScheduled: false }), NOW)).toMatchObject({ ip: '<none>', node: '<none>' });
  });

  it('shows the node that a preemption makes room on', () => {
    const pod = aPod({ isScheduled: false, status: { nominatedNodeName: 'node-2' } });
    expect(podColumns(pod, NOW).nominatedNode).toBe('node-2');
  });

  it.each([
    { status: { podIP: '10.0.0.7', podIPs: [{ ip: '10.0.0.7' }, { ip: 'fd00::7' }] }, expected: '10.0.0.7' },
    { status: { podIP: '10.0.0.8', podIPs: [{ ip: '10.0.0.7' }] }, expected: '10.0.0.8' },
    { status: { podIP: '10.0.0.7', podIPs: [] }, expected: '10.0.0.7' },
    { status: { podIP: '', podIPs: [{ ip: 'fd00::7' }] }, expected: 'fd00::7' },
    { status: { podIP: '', podIPs: [] }, expected: '<none>' },
  ])('shows the address $expected for $status', ({ status, expected }) => {
    expect(podColumns(aPod({ status }), NOW).ip).toBe(expected);
  });

  it('counts the readiness gates that are open', () => {
    const pod = aPod({
      spec: { readinessGates: [{ conditionType: 'a' }, { conditionType: 'b' }, { conditionType: 'c' }] },
      status: { conditions: [aCondition('a', 'True'), aCondition('b', 'False'), aCondition('b', 'True')] },
    });
    expect(podColumns(pod, NOW).readinessGates).toBe('1/3');
  });
});
