import { shellText } from '../../errors/shell-word.ts';
import { describeTarget, type TargetRef } from '../../target/names/parse-target.ts';
import type { AuditSelection } from './audit-request.ts';

/** What chooses pods, for `audit` and for `pods`. */
type Chosen = Pick<AuditSelection, 'targets' | 'selection' | 'isAllNamespaces' | 'namespaces'>;

/**
 * The command line of `pods` that lists what an audit was to choose from, `here` where it names no namespace. `pods` takes one
 * namespace, so that there are several, behind `&&`, for more.
 */
export function podsCommandLines(chosen: Chosen, here: string): string {
  const lines = chosen.targets.length > 0 ? linesOfNames(chosen.targets, here) : linesOfLists(chosen, here);
  return lines.map((words) => shellText(['kubectl-debug', 'pods', ...words])).join(' && ');
}

function linesOfLists(
  { selection, isAllNamespaces, namespaces }: Omit<Chosen, 'targets'>,
  here: string,
): readonly (readonly string[])[] {
  const { labelSelector, fieldSelector } = selection;
  const selectors = [
    ...(labelSelector === undefined ? [] : ['-l', labelSelector]),
    ...(fieldSelector === undefined ? [] : [`--field-selector=${fieldSelector}`]),
  ];
  if (isAllNamespaces) return [['-A', ...selectors]];
  return (namespaces.length === 0 ? [here] : namespaces).map((namespace) => ['-n', namespace, ...selectors]);
}

/** The pods of a node are in any namespace. */
function linesOfNames(targets: readonly TargetRef[], here: string): readonly (readonly string[])[] {
  const lines = new Map<string, string[]>();
  for (const target of targets) {
    const namespace = target.kind === 'pod' ? (target.namespace ?? here) : here;
    const key = target.kind === 'node' ? '' : namespace;
    const line = lines.get(key) ?? (key === '' ? [] : ['-n', namespace]);
    lines.set(key, [...line, describeTarget(target)]);
  }
  return [...lines.values()];
}
