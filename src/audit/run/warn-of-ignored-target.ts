import { explainRefusal } from '../../errors/refusals/refusals.ts';
import { privateTargetOf } from '../../pod/containers/private-target.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import type { AuditContext } from './audit-context.ts';

/**
 * Warns, once for each node, that its runtime has given a debug container processes of its own. Says nothing of one that was
 * to have them.
 */
export function warnOfIgnoredTarget(
  { nodesWithoutTargets: known, warn }: Pick<AuditContext, 'nodesWithoutTargets' | 'warn'>,
  pod: Pod | undefined,
  container: string,
): void {
  const target = pod && privateTargetOf(pod, container);
  if (pod === undefined || target === undefined) return;
  const node = pod.spec.nodeName ?? '';
  if (known.has(node)) return;
  known.add(node);
  const { namespace, name } = podRef(pod);
  const { kind, why } = explainRefusal('target-ignored', { pod: name, namespace, container, target, node });
  warn(`in ${namespace}/${name} ${why}; the same holds for other pods on node ${node} [${kind}]`);
}
