import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aContainerStatus, running, terminated, waiting } from '../../../test/builders/a-pod.ts';
import type { ContainerStateFields, ContainerStatus } from '../../../src/pod/types.ts';
import { ReportedStatus } from './reported-status.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const FIRST = anApp(waiting('ContainerCreating'));

function anApp(state: ContainerStateFields): ContainerStatus {
  return aContainerStatus('app', { state });
}

function report(lagMs: number): { readonly status: ReportedStatus; readonly shown: readonly unknown[] } {
  const shown: unknown[] = [];
  const status = new ReportedStatus(FIRST, lagMs, () => shown.push(status.shown.state));
  return { status, shown };
}

it('shows everything at once without a lag', () => {
  const { status, shown } = report(0);
  status.set(anApp(running()));
  status.set(anApp(terminated(0)));
  expect(shown).toEqual([running(), terminated(0)]);
});

it('shows a waiting reason at once, and what the process does after the lag', () => {
  const { status, shown } = report(500);
  status.set(anApp(waiting('ErrImagePull')));
  status.set(anApp(running()));
  vi.advanceTimersByTime(499);
  expect(shown).toEqual([waiting('ErrImagePull')]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([waiting('ErrImagePull'), running()]);
});

it('never shows a container running that has ended within the lag', () => {
  const { status, shown } = report(500);
  status.set(anApp(running()));
  vi.advanceTimersByTime(300);
  status.set(anApp(terminated(3)));
  status.set(anApp(waiting('CrashLoopBackOff')));
  expect(status.actual.state).toEqual(waiting('CrashLoopBackOff'));
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual([waiting('CrashLoopBackOff')]);
});
