import { shellText } from '../../../errors/shell-word.ts';
import { MOST_NAMED, type FleetTotals } from '../../../fleet/follow/row-taker.ts';
import type { Notes } from '../../../output/say/notes.ts';
import { WHY_STOPPED } from '../say-unfinished.ts';

/** Says how to finish an audit that the cluster has run. Nothing is left of it in the cluster, so it cannot be resumed. */
export function sayUnfinishedRun(
  notes: Pick<Notes, 'warn'>,
  { end, unfinished }: Pick<FleetTotals, 'end' | 'unfinished'>,
): void {
  notes.warn(`${WHY_STOPPED[end]}; to try again: the same command${which(unfinished)}`);
}

function which(unfinished: FleetTotals['unfinished']): string {
  if (unfinished.length > MOST_NAMED) return ', which begins anew with all pods';
  return ` with only these pods: ${shellText(unfinished.map(({ namespace, name }) => `${namespace}/${name}`))}`;
}
