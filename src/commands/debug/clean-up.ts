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
import type { StartedPlan } from '../../start/create/start-with-fallbacks.ts';
import type { Debugging } from './debugging.ts';
import type { DebugCommand } from './request/debug-command.ts';

/** A pod that was made for one session. */
interface OwnPod {
  readonly pod: Pod;
  /** Whether the session failed: then its node may be down. */
  readonly hasFailed: boolean;
}

/** The command line that deletes a pod. */
export function deleteCommandLine(pod: Pod): string {
  const { namespace, name } = podRef(pod);
  return commandText`kubectl delete pod ${name} -n ${namespace}`;
}

/**
 * Runs a session, and with `--rm` deletes its pod afterwards, unless the session goes on without us. Returns our exit
 * code; throws as the session.
 */
export async function withRemoval(
  debugging: Connected & { readonly command: Pick<DebugCommand, 'removes'> },
  pod: Pod,
  session: (onGoesOn: () => void) => Promise<number>,
): Promise<number> {
  const end = { goesOn: false, hasFailed: true };
  const running = session(() => void (end.goesOn = true));
  if (!debugging.command.removes) return running;
  try {
    const exitCode = await running;
    end.hasFailed = false;
    return exitCode;
  } catch (error) {
    throw end.goesOn ? error : withoutHintAtPod(error, pod);
  } finally {
    if (end.goesOn)
      debugging.notes.warn(
        `pod ${describePod(pod)} stays, as its session goes on; to remove it: ${deleteCommandLine(pod)}`,
      );
    else await removePod(debugging, { pod, hasFailed: end.hasFailed });
  }
}

/**
 * Says after a session that its pod stays: as a warning for a copy, whose app goes on running, unless the copy was to
 * replace the original. A node pod has ended with its command.
 */
export function sayPodStays({ notes, command }: Debugging, { plan, pod }: StartedPlan): void {
  if (plan.kind === 'ephemeral' || command.removes || command.result.kind !== 'session') return;
  const say = plan.kind === 'copy' && !plan.replace ? notes.warn : notes.note;
  say(podStaysText(pod));
}

/** Says that a pod which we created is left, and how to remove it. */
export function podStaysText(pod: Pod): string {
  return `pod ${describePod(pod)} stays; to remove it: ${deleteCommandLine(pod)}`;
}

/**
 * Deletes a pod, and says what came of it without waiting for its end. Takes no signal: after Ctrl-C the pod must still be
 * deleted. Never throws for what the server answers.
 */
async function removePod(connected: Connected, { pod, hasFailed }: OwnPod): Promise<void> {
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

/** Whether the server refused to delete a pod because it is gone, or another pod has its name. */
export function isGoneAlready(error: unknown): boolean {
  return isApiError(error) && (error.code === 404 || error.code === 409);
}

/** Says what keeps the pod after its containers have ended; undefined if nothing known does. */
async function describeHeld(
  { io, cluster }: Connected,
  { pod, deleted, hasFailed }: OwnPod & { readonly deleted: PodDeleted },
): Promise<string | undefined> {
  const { isGone, finalizers, nodeName } = deleted;
  if (isGone) return undefined;
  if (finalizers.length > 0)
    return `${describeDeletion(pod)}, and stays until its finalizers are removed: ${finalizers.join(', ')}`;
  // The session ended normally, so its node answers.
  if (!hasFailed || nodeName === undefined) return undefined;
  const silence = await readSilence(cluster, nodeName, io.now());
  if (silence === undefined) return undefined;
  return `${describeDeletion(pod)}, but its node ${nodeName} has not answered${silence}, so it stays until the node is back; without waiting for it: ${deleteCommandLine(pod)} --force`;
}

/** undefined also for the many users who may not read nodes. */
async function readSilence(cluster: Cluster, name: string, now: Date): Promise<string | undefined> {
  try {
    return nodeSilence(await getNode(cluster, name), now);
  } catch (error) {
    if (isApiError(error) || isCliError(error)) return undefined;
    throw error;
  }
}

/** The same error without a hint that leads to the pod, which is about to be deleted. */
function withoutHintAtPod(error: unknown, { metadata }: Pod): unknown {
  if (!isCliError(error) || error.hint === undefined) return error;
  const words = error.hint.split(/[^\w.-]+/);
  if (!words.includes(metadata.name ?? '')) return error;
  const hint = 'its pod is deleted now; without --rm it stays, so that it can be looked at';
  return new CliError(error.kind, error.message, { hint, cause: error.cause });
}
