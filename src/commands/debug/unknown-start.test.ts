import { expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { CliError } from '../../errors/cli-error.ts';
import { Interrupted } from '../../errors/interrupted.ts';
import type { DebugPlan } from '../../plan/debug-plan.ts';
import { describeUnknownStart } from './unknown-start.ts';

const ephemeral: DebugPlan = {
  kind: 'ephemeral',
  pod: { namespace: 'shop', name: 'web-1' },
  podUid: 'u1',
  container: { name: 'dbg', image: 'busybox' },
  existing: [],
  kubectlNotes: [],
  notes: [],
  warnings: [],
};
const pod: DebugPlan = {
  kind: 'node',
  pod: { ...aPod(), metadata: { namespace: 'shop', name: 'node-debugger' } },
  containerName: 'debugger',
  kubectlNotes: [],
  notes: [],
  warnings: [],
};

it.each([
  { label: 'a signal', error: new Interrupted('SIGINT') },
  { label: 'a deadline', error: new CliError('timeout', 'slow') },
  { label: 'a cut', error: new CliError('connection-lost', 'cut') },
])('says what may exist after $label, and where', ({ error }) => {
  expect(describeUnknownStart(error, ephemeral)).toBe(
    'debug container "dbg" may have been added to pod shop/web-1; if so, to join it: kubectl-debug attach web-1 -n shop -c dbg',
  );
  expect(describeUnknownStart(error, pod)).toBe(
    'pod shop/node-debugger may have been created; if so, to delete it: kubectl delete pod node-debugger -n shop',
  );
});

it('says nothing when the server has answered', () => {
  expect(describeUnknownStart(new CliError('forbidden', 'no'), ephemeral)).toBeUndefined();
});
