import type { ShownPod } from '../../output/table/shown-pod.ts';
import { NO_CLUES } from '../../pod/explain/pod-clues.ts';
import type { Pod } from '../../pod/types.ts';
import type { PodSelection } from '../../target/workloads/select-pods.ts';
import { filterSelection, type PodsRequest } from './pods-request.ts';
import type { Listing } from './pods-targets.ts';

/** Whether the output, the order and the filters need only the fields behind the columns of `kubectl get pods`. */
function showsColumnsOnly({ output, filters, sortBy }: PodsRequest): boolean {
  const isStatus = output.kind === 'table' && output.view === 'status';
  return isStatus && filters.length === 0 && sortBy === undefined;
}

function counting({ includes }: PodSelection, add: (pod: Pod) => void): (pod: Pod) => boolean {
  return (pod) => {
    const isIncluded = includes(pod);
    if (isIncluded) add(pod);
    return isIncluded;
  };
}

/** What to list, page by page, for the output and the filters of a call. `add` gets each pod before the filters do. */
export function pagedSelection(
  { io }: Pick<Listing, 'io'>,
  request: PodsRequest,
  { selection, add }: { readonly selection: PodSelection; readonly add: (pod: Pod) => void },
) {
  return filterSelection(io, request, {
    ...selection,
    includes: counting(selection, add),
    limit: request.chunkSize,
    ...(showsColumnsOnly(request) && { fields: 'columns' as const }),
  });
}

/** Pods to print, with the clues that an explanation needs. */
export async function showPods(
  listing: Listing,
  { output, source }: PodsRequest,
  pods: readonly Pod[],
): Promise<readonly ShownPod[]> {
  if (output.kind !== 'explanation') return pods.map((pod) => ({ pod }));
  const { readClues } = await import('./read-clues.ts');
  const clues = await readClues(listing, { pods, areNamed: source.kind !== 'list' });
  return pods.map((pod, index) => ({ pod, clues: clues[index] ?? NO_CLUES }));
}
