import { describe, expect, it } from 'vitest';
import type { ContainerStatus, Pod } from '../pod/types.ts';
import { planVisits } from './plan-inside.ts';

const NOW = new Date('2026-11-22T20:00:00Z');
const ID = 'a'.repeat(64);

const running = (name: string, more: Partial<ContainerStatus> = {}): ContainerStatus => ({
  name,
  ready: true,
  restartCount: 0,
  containerID: `containerd://${ID}`,
  state: { running: { startedAt: '2026-11-22T10:00:00Z' } },
  ...more,
});
const waiting = (name: string): ContainerStatus => ({
  name,
  ready: false,
  restartCount: 3,
  state: { waiting: { reason: 'CrashLoopBackOff' } },
});

function aPodOf(statuses: readonly ContainerStatus[], spec: Partial<Pod['spec']> = {}): Pod {
  return {
    metadata: { namespace: 'shop', name: 'web-1' },
    spec: { containers: statuses.map(({ name }) => ({ name, image: 'x' })), ...spec },
    status: { phase: 'Running', containerStatuses: statuses },
  };
}
const CHOSEN = { target: undefined, isEachContainer: false };

describe('planVisits', () => {
  it('takes the first of several containers', () => {
    const visits = planVisits(aPodOf([running('a'), running('b')]), CHOSEN, NOW);
    expect(visits).toEqual([
      { target: 'a', containers: [{ name: 'a', id: '' }], whyNoProcesses: '', risk: '' },
    ]);
  });

  it('needs a debug container for each target, the named one first', () => {
    const visits = planVisits(
      aPodOf([running('a'), running('b'), waiting('c')]),
      { target: 'b', isEachContainer: true },
      NOW,
    );
    expect(visits.map(({ target }) => target)).toEqual(['b', 'a']);
  });

  it('needs one where containers share their processes, which it finds by their ids', () => {
    const pod = aPodOf([running('a'), running('b')], { shareProcessNamespace: true });
    const [visit, ...others] = planVisits(pod, { target: 'b', isEachContainer: true }, NOW);
    expect(others).toEqual([]);
    expect(visit?.containers).toEqual([
      { name: 'b', id: ID },
      { name: 'a', id: ID },
    ]);
  });

  it('dares to visit a container that has just restarted', () => {
    const restarted = running('a', {
      restartCount: 2,
      state: { running: { startedAt: '2026-11-22T19:59:58Z' } },
    });
    const [visit] = planVisits(aPodOf([restarted]), CHOSEN, NOW);
    expect(visit).toMatchObject({ target: 'a', whyNoProcesses: '' });
    expect(visit?.risk).toContain('restarted');
  });

  it('has no target where nothing runs, and says why', () => {
    const [visit] = planVisits(aPodOf([waiting('a')]), CHOSEN, NOW);
    expect(visit).toMatchObject({ target: undefined, containers: [] });
    expect(visit?.whyNoProcesses).toContain('CrashLoopBackOff');
  });
});
