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
  const amounts = ranks.map(({ adjustment, who }) => `${adjustment ?? ''} for ${who}`);
  const isKnown = standings.every(({ adjustment }) => adjustment !== undefined);
  const score = isKnown
    ? `the most oom_score_adj plus the thousandths of the memory that it uses; oom_score_adj is ${amounts.join(', ')}`
    : `the highest score, which grows with the memory that it uses, and falls with what its container requests; by how much depends on the memory of ${nodeText(pod)}`;
  return [
    `${SHORTAGE} first kills the process with ${score}`,
    orderText(ranks),
    ...explainSidecars(standings),
  ];
}

function orderText(ranks: readonly Rank[]): string {
  const [first, last] = [ranks[0], ranks.at(-1)];
  if (first === undefined || last === undefined || first === last)
    return 'so the one that uses most goes first, be it a debug container or one of the pod';
  return `so, if they use the same, ${first.who} would go first, and ${last.who} last`;
}

/** Without the rule a sidecar, which requests little, would go before the app that it serves. */
function explainSidecars(standings: readonly OomStanding[]): readonly string[] {
  const raised = standings.filter(({ isRaised }) => isRaised).map(describe);
  if (raised.length === 0) return [];
  const count =
    raised.length === 1
      ? 'requests less than every app, and counts'
      : 'request less than every app, and count';
  return [`${listed(raised)} ${count} as much as the app that requests least, so as not to go before it`];
}

/** Says which container of a pod the kernel kills first when the node runs out of memory. */
export function explainOom(pod: Pod, { memoryCapacity }: Room): readonly string[] {
  if (isNodeCritical(pod) || qosClass(pod) === 'Guaranteed')
    return [
      `${SHORTAGE} kills other pods first: each process of this one has an oom_score_adj of -997, also those of a debug container`,
    ];
  if (qosClass(pod) === 'BestEffort')
    return [
      `${SHORTAGE} kills processes of this pod among the first: it requests nothing, so each has an oom_score_adj of 1000, also those of a debug container`,
    ];
  return explainBurstable(pod, oomStandings(pod, memoryCapacity));
}
