import type { Cluster } from '../cluster/cluster.ts';
import { isApiError } from '../cluster/refusals/api-error.ts';
import { explainApiError } from '../cluster/refusals/explain-api-error.ts';
import type { StartAttempt } from '../cluster/refusals/explain-pod-security.ts';
import { createPod, deletePod, patchEphemeralContainer } from '../cluster/api/pods.ts';
import { CliError, isCliError } from '../errors/cli-error.ts';
import type { DebugPlan } from '../plan/debug-plan.ts';
import type { EphemeralPlan } from '../plan/container/ephemeral-container.ts';
import type { PodCopyPlan } from '../plan/copy/pod-copy.ts';
import type { Pod, PodRef } from '../pod/types.ts';
import type { NameState } from './await-name.ts';

/** How a plan is carried out. */
export interface StartOptions {
  /** Whether the server only checks it. */
  readonly isDryRun: boolean;
  /** The profile that made it, and the node of the pod, which a refusal is explained with. */
  readonly profile: string;
  readonly node: string | undefined;
  /** Asked where the name of a new pod is taken; it is created once that is free. Without it, that is an error. */
  readonly untilFree?: ((ref: PodRef) => Promise<NameState>) | undefined;
}

/**
 * Carries a plan out and returns the pod as stored. Throws a `CliError` that explains why the server said no; nothing
 * was created then. What a copy replaces is still there: see `deleteOriginal`.
 */
export async function startPlan(
  cluster: Cluster,
  { plan, ...options }: StartOptions & { readonly plan: DebugPlan },
  signal: AbortSignal,
): Promise<Pod> {
  const { profile, node } = options;
  switch (plan.kind) {
    case 'ephemeral':
      return addEphemeralContainer(cluster, { plan, ...options }, signal);
    case 'copy':
    case 'node': {
      const start = { mode: plan.kind, container: plan.containerName, profile, node } as const;
      return create(cluster, { pod: plan.pod, start, ...options }, signal);
    }
  }
}

/** Sending the same twice adds one container, and a pod that was replaced meanwhile is refused by its uid. */
async function addEphemeralContainer(
  cluster: Cluster,
  { plan, isDryRun, profile, node }: StartOptions & { readonly plan: EphemeralPlan },
  signal: AbortSignal,
): Promise<Pod> {
  const { pod: ref, podUid: uid, container, existing } = plan;
  try {
    return await patchEphemeralContainer(cluster, { ref, uid, container, existing, isDryRun }, signal);
  } catch (error) {
    // Without the container's name: there is none, and what an audit is refused in each pod is to read alike.
    const action = `add a debug container to pod ${ref.namespace}/${ref.name}`;
    const start = { mode: 'ephemeral', container: container.name, profile, node } as const;
    throw explainApiError(error, { action, start });
  }
}

/**
 * Deletes the pod that a copy replaces, without grace, as kubectl does; the copy comes first, so that the original stays
 * when the name is taken. Throws a `CliError` that names both.
 */
export async function deleteOriginal(
  cluster: Cluster,
  { original, pod }: PodCopyPlan,
  signal: AbortSignal,
): Promise<void> {
  const { namespace, name } = original;
  try {
    await deletePod(cluster, { ref: original, gracePeriodSeconds: 0 }, signal);
  } catch (error) {
    const action = `delete pod ${namespace}/${name}, which pod "${pod.metadata.name ?? ''}" was created to replace`;
    throw explainApiError(error, { action });
  }
}

/** Somebody else may take a name that has become free; what refuses it though nothing has it would do so for ever. */
const MOST_ROUNDS = 5;

interface Creation extends StartOptions {
  readonly pod: Pod;
  readonly start: StartAttempt;
}

async function create(cluster: Cluster, creation: Creation, signal: AbortSignal): Promise<Pod> {
  const { pod, isDryRun, start, untilFree } = creation;
  const { namespace = cluster.namespace, name = '' } = pod.metadata;
  for (let round = 1; ; round += 1) {
    try {
      return await createPod(cluster, { pod, isDryRun }, signal);
    } catch (error) {
      const isAwaited = round < MOST_ROUNDS && isNameTaken(error);
      const state = isAwaited ? await untilFree?.({ namespace, name }) : undefined;
      if (state?.kind === 'free') continue;
      const explained = explainApiError(error, { action: `create pod ${namespace}/${name}`, start });
      throw withHint(explained, state);
    }
  }
}

function withHint(error: Error, state: NameState | undefined): Error {
  const hint = state?.kind === 'taken' ? state.hint : undefined;
  if (hint === undefined || !isCliError(error)) return error;
  return new CliError(error.kind, error.message, { hint, cause: error.cause });
}

/** Also by a pod that is being deleted, which only its own fields tell. */
function isNameTaken(error: unknown): boolean {
  return isApiError(error) && error.code === 409 && error.reason === 'AlreadyExists';
}
