import type { Node } from '../../cluster/api/nodes.ts';
import { CliError } from '../../errors/cli-error.ts';
import { explainRefusal } from '../../errors/refusals/refusals.ts';
import { findCondition } from '../../pod/conditions.ts';
import { humanDuration } from '../../pod/columns/human-duration.ts';
import { parseTime } from '../../pod/timestamp.ts';

/** How a command uses a node pod. */
interface NodeUse {
  /** Whether the command waits until the container runs. */
  readonly waits: boolean;
  readonly now: Date;
}

/**
 * How long the node's kubelet has not reported, with a space in front: ` for 12m`, or empty if unknown; undefined for a
 * kubelet that answers.
 * See https://kubernetes.io/docs/reference/node/node-status/#condition
 */
export function nodeSilence(node: Node, now: Date): string | undefined {
  const ready = findCondition(node, 'Ready');
  if (ready?.status !== 'Unknown') return undefined;
  const since = parseTime(ready.lastTransitionTime);
  return since === undefined ? '' : ` for ${humanDuration(now.getTime() - since.getTime())}`;
}

/**
 * The warning about a kubelet that reports NotReady. A cordoned node is ready, and a node pod is bound to it directly.
 */
function unreadyWarnings(node: Node): readonly string[] {
  const ready = findCondition(node, 'Ready');
  if (ready?.status !== 'False') return [];
  const { reason = '', message = '' } = ready;
  const why = [reason, message].filter((part) => part !== '').join(': ');
  const because = why === '' ? '' : ` (${why})`;
  return [
    `node ${node.metadata.name} is NotReady${because}; its kubelet answers, so a node pod that uses the node's own network may run all the same`,
  ];
}

/**
 * Throws `node-not-ready` for a node whose kubelet does not answer, as no pod starts there. Without `waits` it is a
 * warning, as the node may come back. Returns the warnings.
 */
export function refuseIfNodeCannotRun(node: Node, { waits, now }: NodeUse): readonly string[] {
  const { name } = node.metadata;
  const silence = nodeSilence(node, now);
  if (silence === undefined) return unreadyWarnings(node);
  const { kind, why, hint } = explainRefusal('node-silent', { node: name, silence });
  if (waits) throw new CliError(kind, `cannot debug node ${name}: ${why}`, { hint });
  return [`the node pod does not start yet on node ${name}: ${why}`];
}
