import { shellText } from '../../errors/shell-word.ts';
import { describeTarget, type TargetRef } from '../../target/names/parse-target.ts';
import type { AuditSelection } from './audit-request.ts';

/** The flags that choose pods in both `audit` and `pods`. */
type Chosen = Pick<AuditSelection, 'targets' | 'selection' | 'isAllNamespaces' | 'namespaces'>;

/**
 * The command line of `pods` that lists the pods an audit chooses from. `here` is the namespace of the context. `pods`
 * takes one namespace, so for several namespaces the result is several commands, joined by `&&`.
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

/** The pods of a node may be in any namespace, so `node/N` gets no `-n`. */
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
