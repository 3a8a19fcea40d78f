import { describe, expect, it } from 'vitest';
import { aPod, terminated } from '../../../test/builders/a-pod.ts';
import { readInitialization } from './initialization.ts';
import { countReady } from './readiness.ts';
import { readPod } from './read-pod.ts';

describe('countReady', () => {
  it('does not count a sidecar that exited with 0, whatever its flags still say', () => {
    const stale = { state: terminated(0), ready: true, started: true };
    const view = readPod(aPod({ inits: [{ restartPolicy: 'Always', ...stale }] }));
    expect(countReady(view, readInitialization(view))).toEqual({ ready: 1, total: 2 });
  });
});
