import { isNodeCritical, oomStandings, type OomStanding } from '../resources/oom-score.ts';
import { qosClass } from '../resources/qos-class.ts';
import type { Pod } from '../types.ts';
import { listed } from './listed.ts';
import { titleOf } from './container-facts.ts';
import type { Room } from './pod-clues.ts';

const A_DEBUG_CONTAINER = 'a debug container';
const SHORTAGE = 'if the node runs out of memory, the kernel';

function describe({ name, role }: OomStanding): string {
  return role === 'ephemeral' ? A_DEBUG_CONTAINER : titleOf(role, name);
}

/** Containers that go at the same time. */
interface Rank {
  readonly adjustment: number | undefined;
  readonly who: string;
}

/** In the order in which they go. */
function ranksOf(standings: readonly OomStanding[]): readonly Rank[] {
  const keyOf = ({ adjustment, countedBytes }: OomStanding): string => String(adjustment ?? countedBytes);
  return [...new Set(standings.map(keyOf))].map((key) => {
    const alike = standings.filter((each) => keyOf(each) === key);
    return { adjustment: alike[0]?.adjustment, who: listed(alike.map(describe)) };
  });
}

function nodeText({ spec: { nodeName = '' } }: Pod): string {
  return nodeName === ''
    ? 'the node, which is not chosen yet'
    : `node "${nodeName}", which could not be read`;
}

function explainBurstable(pod: Pod, standings: readonly OomStanding[]): readonly string[] {
  const ranks = ranksOf(standings);
  const isKnown = standings.every(({ adjustment }) => adjustment !== undefined);
  if (!isKnown)
    return [
      `${SHORTAGE} kills what uses most beyond its request: ${orderText(ranks)}; by how much depends on the memory of ${nodeText(pod)}`,
    ];
  const amounts = ranks.map(({ adjustment, who }) => `${adjustment ?? ''} for ${who}`);
  return [
    `${SHORTAGE} first kills what has most use and oom_score_adj: oom_score_adj is ${amounts.join(', ')}`,
  ];
}

function orderText(ranks: readonly Rank[]): string {
  const [first, last] = [ranks[0], ranks.at(-1)];
  if (first === undefined || last === undefined || first === last) return 'all containers alike';
  return `at equal use ${first.who} first, and ${last.who} last`;
}

/** Says which container of a pod the kernel kills first when the node runs out of memory. */
export function explainOom(pod: Pod, { memoryCapacity }: Room): readonly string[] {
  if (isNodeCritical(pod) || qosClass(pod) === 'Guaranteed')
    return [
      `${SHORTAGE} kills other pods first: oom_score_adj is -997 for this one, a debug container included`,
    ];
  if (qosClass(pod) === 'BestEffort')
    return [
      `${SHORTAGE} kills this pod among the first, as it requests nothing: oom_score_adj is 1000, also for a debug container`,
    ];
  return explainBurstable(pod, oomStandings(pod, memoryCapacity));
}
