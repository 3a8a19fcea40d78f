import type { Node } from '../../cluster/api/nodes.ts';
import { CliError } from '../../errors/cli-error.ts';
import { explainRefusal } from '../../errors/refusals/refusals.ts';
import { findCondition } from '../../pod/conditions.ts';
import { humanDuration } from '../../pod/columns/human-duration.ts';
import { parseTime } from '../../pod/timestamp.ts';

/** How a debug pod is going to be used on a node. */
interface NodeUse {
  /** Whether somebody waits until the container runs. */
  readonly waits: boolean;
  readonly now: Date;
}

/**
 * For how long nothing has been heard of the node's kubelet, as people write it behind a verb: ` for 12m`, empty where
 * nobody knows; undefined for a node whose kubelet answers, as far as its status says.
 * See https://kubernetes.io/docs/reference/node/node-status/#condition
 */
export function nodeSilence(node: Node, now: Date): string | undefined {
  const ready = findCondition(node, 'Ready');
  if (ready?.status !== 'Unknown') return undefined;
  const since = parseTime(ready.lastTransitionTime);
  return since === undefined ? '' : ` for ${humanDuration(now.getTime() - since.getTime())}`;
}

/** What its kubelet says itself; a node that only takes no new pods (`kubectl cordon`) is ready, and a debug pod is bound to it. */
function unreadyWarnings(node: Node): readonly string[] {
  const ready = findCondition(node, 'Ready');
  if (ready?.status !== 'False') return [];
  const { reason = '', message = '' } = ready;
  const why = [reason, message].filter((part) => part !== '').join(': ');
  const because = why === '' ? '' : ` (${why})`;
  return [
    `node ${node.metadata.name} is NotReady${because}; its kubelet answers, so a debug pod that uses the node's own network may run all the same`,
  ];
}

/**
 * Throws `node-not-ready` for a node whose kubelet is not heard of, as no pod starts there; who does not wait is
 * only warned, as it may come back. Returns what to warn of.
 */
export function refuseIfNodeCannotRun(node: Node, { waits, now }: NodeUse): readonly string[] {
  const { name } = node.metadata;
  const silence = nodeSilence(node, now);
  if (silence === undefined) return unreadyWarnings(node);
  const { kind, why, hint } = explainRefusal('node-silent', { node: name, silence });
  if (waits) throw new CliError(kind, `cannot debug node ${name}: ${why}`, { hint });
  return [`the debug pod does not start yet on node ${name}: ${why}`];
}
