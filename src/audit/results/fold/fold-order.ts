import { OUTCOMES } from '../../rows/run-row.ts';
import type { FoldedRow, FoldGroup, FoldSection, GroupBy } from './fold-group.ts';

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Orders rows by context, namespace, pod and target. */
export function compareRows(one: FoldedRow, other: FoldedRow): number {
  return (
    compare(one.context ?? '', other.context ?? '') ||
    compare(one.namespace, other.namespace) ||
    compare(one.pod, other.pod) ||
    compare(one.target, other.target)
  );
}

const CLASS_ORDER = { ran: 0, failed: 1, skipped: 2 } as const;

/** Orders groups: commands that ran first, then the largest, then those that met the expectation, then by name. */
export function compareGroups(one: FoldGroup, other: FoldGroup): number {
  const order = (group: FoldGroup): number => CLASS_ORDER[OUTCOMES[group.first.outcome]];
  const isUnmet = (group: FoldGroup): number => (group.first.verdict.kind === 'unmet' ? 1 : 0);
  return (
    order(one) - order(other) ||
    other.members.length - one.members.length ||
    isUnmet(one) - isUnmet(other) ||
    compareRows(one.first, other.first)
  );
}

function countMembers({ groups }: FoldSection): number {
  return groups.reduce((sum, { members }) => sum + members.length, 0);
}

/** Orders sections: the largest first, then by name. */
export function compareSections(one: FoldSection, other: FoldSection): number {
  return (
    other.names.length - one.names.length ||
    countMembers(other) - countMembers(one) ||
    compare(one.names[0] ?? '', other.names[0] ?? '')
  );
}

/** The section of a row. Rows without a node or owner share one. */
const SECTIONS: Readonly<Record<GroupBy, (row: FoldedRow) => string>> = {
  node: ({ node }) => node || 'no node',
  owner: ({ owner, namespace }) =>
    owner === undefined ? 'no owner' : `${namespace}/${owner.kind.toLowerCase()}/${owner.name}`,
  namespace: ({ namespace }) => namespace || 'no namespace',
  context: ({ context }) => context ?? 'no context',
};

/** The name of a row's section; '' without `--group-by`. */
export function sectionOf(row: FoldedRow, groupBy: GroupBy | undefined): string {
  return groupBy === undefined ? '' : SECTIONS[groupBy](row);
}
