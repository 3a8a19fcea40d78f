import { expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { omitFields } from '../../plan/omit-fields.ts';
import type { Pod } from '../../pod/types.ts';
import type { Outcome } from '../../session/outcome.ts';
import { describeRestart } from './describe-restart.ts';

const exited = (exitCode: number): Outcome => ({ kind: 'exited', exitCode, reason: '', message: '' });

function podWith(restartPolicy: string | undefined, isEphemeral = false): Pod {
  const pod = aPod(isEphemeral ? { ephemerals: [{ name: 'dbg' }] } : { apps: [{ name: 'dbg' }] });
  const spec = omitFields(pod.spec, 'restartPolicy');
  return { ...pod, spec: restartPolicy === undefined ? spec : { ...spec, restartPolicy } };
}

it.each([
  { pod: podWith(undefined), outcome: exited(0), isRestarted: true },
  { pod: podWith('Always'), outcome: exited(0), isRestarted: true },
  { pod: podWith('OnFailure'), outcome: exited(1), isRestarted: true },
  { pod: podWith('OnFailure'), outcome: exited(0), isRestarted: false },
  { pod: podWith('Never'), outcome: exited(1), isRestarted: false },
  { pod: podWith('Always', true), outcome: exited(1), isRestarted: false },
  { pod: podWith('Always'), outcome: { kind: 'detached', by: 'keys' } as const, isRestarted: false },
])(
  'with restartPolicy $pod.spec.restartPolicy, after $outcome, the way back is described: $isRestarted',
  ({ pod, outcome, isRestarted }) => {
    const ref = { namespace: 'shop', name: 'web-1', container: 'dbg' };
    expect(describeRestart(pod, { outcome, ref })).toBe(
      isRestarted
        ? 'the node restarts container "dbg" in shop/web-1; to come back then: kubectl exec -it web-1 -n shop -c dbg -- sh'
        : undefined,
    );
  },
);
