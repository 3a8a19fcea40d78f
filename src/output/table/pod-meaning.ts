import type { PodColumns } from '../../pod/columns/pod-columns.ts';
import type { ContainerState } from '../../pod/containers/container-state.ts';
import type { Meaning } from './table.ts';

/** Reasons are free text; these alone are no failure, and what is not known is taken for one. */
const HARMLESS: Readonly<Record<string, Meaning>> = {
  Completed: 'done',
  Succeeded: 'done',
  Pending: 'waiting',
  ContainerCreating: 'waiting',
  PodInitializing: 'waiting',
  SchedulingGated: 'waiting',
  NotReady: 'waiting',
  Terminating: 'waiting',
};

/** What a word of STATUS means for the pod, with the READY that stands beside it. */
export function meaningOfStatus({ status, ready }: Pick<PodColumns, 'status' | 'ready'>): Meaning {
  if (status === 'Running') return meaningOfReady(ready);
  if (/^Init:\d+\/\d+$/.test(status)) return 'waiting';
  return (Object.hasOwn(HARMLESS, status) ? HARMLESS[status] : undefined) ?? 'failed';
}

function meaningOfReady(ready: string): Meaning {
  const [count, total] = ready.split('/');
  return count === total ? 'ready' : 'waiting';
}

/** What the state of one container means. */
export function meaningOfState(state: ContainerState): Meaning {
  switch (state.kind) {
    case 'absent':
      return 'waiting';
    case 'running':
      return 'ready';
    case 'waiting':
      return state.reason === '' ? 'waiting' : meaningOfStatus({ status: state.reason, ready: '' });
    case 'terminated':
      return state.exitCode === 0 ? 'done' : 'failed';
  }
}
