import type { PodColumns } from '../../pod/columns/pod-columns.ts';
import type { ContainerState } from '../../pod/containers/container-state.ts';
import type { Meaning } from './table.ts';

/** The reasons that are not a failure; reasons are free text, and an unknown one counts as a failure. */
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

/** The meaning of STATUS and READY for a pod. */
export function meaningOfStatus({ status, ready }: Pick<PodColumns, 'status' | 'ready'>): Meaning {
  if (status === 'Running') return meaningOfReady(ready);
  if (/^Init:\d+\/\d+$/.test(status)) return 'waiting';
  return (Object.hasOwn(HARMLESS, status) ? HARMLESS[status] : undefined) ?? 'failed';
}

function meaningOfReady(ready: string): Meaning {
  const [count, total] = ready.split('/');
  return count === total ? 'ready' : 'waiting';
}

/** The meaning of the state of a container. */
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
