import { checkAccess } from '../../cluster/api/access-review.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { FleetRule } from '../fleet-rule.ts';

/** A right in the words of RBAC: `patch pods/ephemeralcontainers in namespace shop`. */
function ruleText({ verb, resource, subresource, group, name, namespace }: FleetRule): string {
  const kind = `${resource}${group === '' ? '' : `.${group}`}${subresource === undefined ? '' : `/${subresource}`}`;
  const which = name === undefined ? '' : ` "${name}"`;
  const where = namespace === undefined ? 'in all namespaces' : `in namespace ${namespace}`;
  return `${verb} ${kind}${which} ${where}`;
}

/** Throws `forbidden` with the rights of its role that a worker lacks. What the server does not say counts as granted. */
export async function requireRules(
  cluster: Cluster,
  rules: readonly FleetRule[],
  signal: AbortSignal,
): Promise<void> {
  const missing: FleetRule[] = [];
  for (const rule of rules) if (await isMissing(cluster, rule, signal)) missing.push(rule);
  if (missing.length === 0) return;
  throw new CliError('forbidden', `the worker may not ${missing.map(ruleText).join(', and not ')}`, {
    hint: 'give its ServiceAccount these rights; the worker then goes on by itself',
  });
}

async function isMissing(
  cluster: Cluster,
  { namespace = '', ...rule }: FleetRule,
  signal: AbortSignal,
): Promise<boolean> {
  // An empty namespace stands for all.
  return (await checkAccess(cluster, { ...rule, namespace }, { signal, isBackground: true })) === false;
}
