import type { Cluster } from '../cluster/cluster.ts';
import { explainApiError } from '../cluster/explain.ts';
import { createPod, deletePod, patchEphemeralContainer } from '../cluster/pods.ts';
import type { DebugPlan } from '../plan/debug-plan.ts';
import type { EphemeralPlan } from '../plan/ephemeral-container.ts';
import type { PodCopyPlan } from '../plan/pod-copy.ts';
import type { Pod } from '../pod/types.ts';

/** How a plan is carried out. */
export interface StartOptions {
  /** Whether the server only checks it. */
  readonly isDryRun: boolean;
}

/**
 * Carries a plan out and returns the pod as stored. Throws a `CliError` that explains why the server said no; nothing
 * was created then, but for a copy whose original could not be deleted, which the error says.
 */
export async function startPlan(
  cluster: Cluster,
  { plan, isDryRun }: StartOptions & { readonly plan: DebugPlan },
  signal: AbortSignal,
): Promise<Pod> {
  switch (plan.kind) {
    case 'ephemeral':
      return addEphemeralContainer(cluster, { plan, isDryRun }, signal);
    case 'copy':
      return createCopy(cluster, { plan, isDryRun }, signal);
    case 'node':
      return create(cluster, { pod: plan.pod, isDryRun }, signal);
  }
}

/** Sending the same twice adds one container, and a pod that was replaced meanwhile is refused by its uid. */
async function addEphemeralContainer(
  cluster: Cluster,
  { plan, isDryRun }: StartOptions & { readonly plan: EphemeralPlan },
  signal: AbortSignal,
): Promise<Pod> {
  const { pod: ref, podUid: uid, container, existing } = plan;
  try {
    return await patchEphemeralContainer(cluster, { ref, uid, container, existing, isDryRun }, signal);
  } catch (error) {
    const action = `add debug container "${container.name}" to pod ${ref.namespace}/${ref.name}`;
    throw explainApiError(error, { action });
  }
}

/** The copy comes first, so that the original stays when the name is taken; it is deleted without grace, as kubectl does. */
async function createCopy(
  cluster: Cluster,
  { plan, isDryRun }: StartOptions & { readonly plan: PodCopyPlan },
  signal: AbortSignal,
): Promise<Pod> {
  const copy = await create(cluster, { pod: plan.pod, isDryRun }, signal);
  if (!plan.replace || isDryRun) return copy;
  const { namespace, name } = plan.original;
  try {
    await deletePod(cluster, { ref: plan.original, gracePeriodSeconds: 0 }, signal);
  } catch (error) {
    const action = `delete pod ${namespace}/${name}, which pod "${copy.metadata.name ?? ''}" was created to replace`;
    throw explainApiError(error, { action });
  }
  return copy;
}

async function create(
  cluster: Cluster,
  { pod, isDryRun }: StartOptions & { readonly pod: Pod },
  signal: AbortSignal,
): Promise<Pod> {
  try {
    return await createPod(cluster, { pod, isDryRun }, signal);
  } catch (error) {
    const { namespace = cluster.namespace, name = '' } = pod.metadata;
    throw explainApiError(error, { action: `create pod ${namespace}/${name}` });
  }
}
