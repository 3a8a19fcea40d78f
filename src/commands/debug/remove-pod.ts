import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { getNode } from '../../cluster/api/nodes.ts';
import { deletePod, type PodDeleted } from '../../cluster/api/pods.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import { commandText } from '../../errors/shell-word.ts';
import { nodeSilence } from '../../target/objects/can-run-on-node.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import type { Connected } from '../../join/connected.ts';

/** A pod that was made for one session. */
export interface OwnPod {
  readonly pod: Pod;
  /** Whether its session failed, so that its node may be why. */
  readonly hasFailed: boolean;
}

/** The line that deletes a pod, for who does it later. */
export function deleteCommandLine(pod: Pod): string {
  const { namespace, name } = podRef(pod);
  return commandText`kubectl delete pod ${name} -n ${namespace}`;
}

/**
 * Deletes a pod, and says what came of it; nothing is waited for. Not with the command's own signal: what ended the session
 * must not keep the pod alive. Never throws what a server says.
 */
export async function removePod(connected: Connected, { pod, hasFailed }: OwnPod): Promise<void> {
  const { cluster, notes } = connected;
  const { uid } = pod.metadata;
  try {
    const deleted = await deletePod(cluster, { ref: podRef(pod), ...(uid !== undefined && { uid }) });
    const held = await describeHeld(connected, { pod, deleted, hasFailed });
    if (held !== undefined) notes.warn(held);
    else notes.note(deleted.isGone ? `deleted pod ${describePod(pod)}` : describeDeletion(pod));
  } catch (error) {
    if (isGoneAlready(error)) {
      notes.note(`pod ${describePod(pod)} is gone already`);
      return;
    }
    const why = errorText(error);
    notes.warn(`cannot delete pod ${describePod(pod)}: ${why}; later: ${deleteCommandLine(pod)}`);
  }
}

function describeDeletion(pod: Pod): string {
  return `pod ${describePod(pod)} is being deleted`;
}

/** Whether the server refused to delete a pod because it is not there, or another pod has its name. */
export function isGoneAlready(error: unknown): boolean {
  return isApiError(error) && (error.code === 404 || error.code === 409);
}

/** What keeps the pod longer than its containers need to end; undefined where nothing is known to. */
async function describeHeld(
  { io, cluster }: Connected,
  { pod, deleted, hasFailed }: OwnPod & { readonly deleted: PodDeleted },
): Promise<string | undefined> {
  const { isGone, finalizers, nodeName } = deleted;
  if (isGone) return undefined;
  if (finalizers.length > 0)
    return `${describeDeletion(pod)}, and stays until its finalizers are removed: ${finalizers.join(', ')}`;
  // A node that has just run the session to its end answers.
  if (!hasFailed || nodeName === undefined) return undefined;
  const silence = await readSilence(cluster, nodeName, io.now());
  if (silence === undefined) return undefined;
  return `${describeDeletion(pod)}, but its node ${nodeName} has not answered${silence}, so it stays until the node is back; without waiting for it: ${deleteCommandLine(pod)} --force`;
}

/** undefined also where the node may not be read, as by most users. */
async function readSilence(cluster: Cluster, name: string, now: Date): Promise<string | undefined> {
  try {
    return nodeSilence(await getNode(cluster, name), now);
  } catch (error) {
    if (isApiError(error) || isCliError(error)) return undefined;
    throw error;
  }
}

/** The same error without a hint that leads to the pod, which is about to be deleted. */
export function withoutDeletedPod(error: unknown, { metadata }: Pod): unknown {
  if (!isCliError(error) || error.hint === undefined) return error;
  const words = error.hint.split(/[^\w.-]+/);
  if (!words.includes(metadata.name ?? '')) return error;
  const hint = 'its pod is deleted now; without --rm it stays, so that it can be looked at';
  return new CliError(error.kind, error.message, { hint, cause: error.cause });
}
