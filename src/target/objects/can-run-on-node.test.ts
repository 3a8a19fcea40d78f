import { expect, it } from 'vitest';
import type { Node } from '../../cluster/api/nodes.ts';
import { nodeSilence, refuseIfNodeCannotRun } from './can-run-on-node.ts';

const NOW = new Date('2025-03-01T12:12:00Z');
const SINCE = '2025-03-01T12:00:00Z';

function aNode(ready: object | undefined): Node {
  const other = { type: 'MemoryPressure', status: 'Unknown' };
  const conditions = [other, ...(ready === undefined ? [] : [{ type: 'Ready', status: 'True', ...ready }])];
  return { metadata: { name: 'n1' }, status: { conditions } };
}

const SILENT = aNode({ status: 'Unknown', lastTransitionTime: SINCE });
const judge = (node: Node, waits = true): readonly string[] =>
  refuseIfNodeCannotRun(node, { waits, now: NOW });

it('refuses a node whose kubelet is not heard of, and says for how long', () => {
  expect(() => judge(SILENT)).toThrow(
    expect.objectContaining({
      kind: 'node-not-ready',
      message:
        'cannot debug node n1: it is NotReady: its kubelet has not reported for 12m, so nothing starts there',
      hint: expect.stringContaining('kubectl describe node n1; ') as string,
    }),
  );
});

it('only warns who does not wait', () => {
  expect(judge(SILENT, false)).toEqual([
    'the node pod does not start yet on node n1: it is NotReady: its kubelet has not reported for 12m, so nothing starts there',
  ]);
});

it('says nothing of a time that is not known', () => {
  expect(nodeSilence(aNode({ status: 'Unknown', lastTransitionTime: null }), NOW)).toBe('');
});

it.each([
  { label: 'a ready node', node: aNode({}) },
  { label: 'a node that says nothing yet', node: aNode(undefined) },
  { label: 'a node without a status', node: { metadata: { name: 'n1' } } },
])('takes $label', ({ node }) => {
  expect(judge(node)).toEqual([]);
});

it('warns of a node whose kubelet says why it is not ready, and goes on', () => {
  const node = aNode({ status: 'False', reason: 'KubeletNotReady', message: 'cni plugin not initialized' });
  expect(judge(node)).toEqual([
    expect.stringMatching(/^node n1 is NotReady \(KubeletNotReady: cni plugin not initialized\); /),
  ]);
});
