import type { Cluster } from '../../cluster/cluster.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import type { StartAttempt } from '../../cluster/refusals/explain-pod-security.ts';
import { createPod, deletePod, getPod, patchEphemeralContainer } from '../../cluster/api/pods.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import type { DebugPlan } from '../../plan/debug-plan.ts';
import type { EphemeralPlan } from '../../plan/container/ephemeral-container.ts';
import type { PodCopyPlan } from '../../plan/copy/pod-copy.ts';
import { takenName } from '../../pod/explain/taken-name.ts';
import type { Pod, PodRef } from '../../pod/types.ts';
import type { NameState } from './await-free-name.ts';

/** How to carry out a plan. */
export interface StartOptions {
  /** Whether the server only checks the plan. */
  readonly isDryRun: boolean;
  /** The profile of the plan and the node of the pod; both only help to explain a refusal. */
  readonly profile: string;
  readonly node: string | undefined;
  /** Waits for the name of a new pod if it is taken. Without it, a taken name is an error. */
  readonly untilFree?: ((ref: PodRef) => Promise<NameState>) | undefined;
}

/**
 * Carries out a plan and returns the pod as the server stored it. Throws a `CliError` that explains a refusal; nothing
 * was created then. Does not delete the original of a copy: see `deleteOriginal`.
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

/**
 * The patch can be sent twice and adds one container. Its uid makes the server refuse a pod that was replaced
 * meanwhile.
 */
async function addEphemeralContainer(
  cluster: Cluster,
  { plan, isDryRun, profile, node }: StartOptions & { readonly plan: EphemeralPlan },
  signal: AbortSignal,
): Promise<Pod> {
  const { pod: ref, podUid: uid, container, existing } = plan;
  try {
    return await patchEphemeralContainer(cluster, { ref, uid, container, existing, isDryRun }, signal);
  } catch (error) {
    // Without the name of the container, so that an audit gets the same text for each pod.
    const action = `add a debug container to pod ${ref.namespace}/${ref.name}`;
    const start = {
      mode: 'ephemeral',
      container: container.name,
      profile,
      node,
      earlier: existing,
    } as const;
    throw (await whyInvalid(cluster, { error, plan }, signal)) ?? explainApiError(error, { action, start });
  }
}

/** Somebody else may have taken the name since the pod was read: the server then says that a container was changed. */
async function whyInvalid(
  cluster: Cluster,
  { error, plan }: { readonly error: unknown; readonly plan: EphemeralPlan },
  signal: AbortSignal,
): Promise<CliError | undefined> {
  if (!isApiError(error) || error.code !== 422) return undefined;
  // Without the right to read the pod, the refusal itself has to do.
  const pod = await getPod(cluster, plan.pod, signal).catch(() => undefined);
  return pod && takenName(pod, plan.container.name);
}

/**
 * Deletes the pod that a copy replaces, without grace period, as kubectl does. Call it after the copy was created: the
 * original must stay if that fails. Throws a `CliError` that names both.
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

/** Another client may take a free name first, but a server that refuses a free name will always do so. */
const MAX_ROUNDS = 5;

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
      const isAwaited = round < MAX_ROUNDS && isNameTaken(error);
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

/** Whether the name is taken, maybe by a pod that is being deleted: the error does not tell. */
function isNameTaken(error: unknown): boolean {
  return isApiError(error) && error.code === 409 && error.reason === 'AlreadyExists';
}
