import { refuseIfCannotRun } from '../plan/can-run.ts';
import type { DebugPlan } from '../plan/debug-plan.ts';
import type { DebugRequest } from '../plan/debug-request.ts';
import { planEphemeralContainer } from '../plan/ephemeral-container.ts';
import { planNodePod } from '../plan/node-pod.ts';
import { planPodCopy } from '../plan/pod-copy.ts';
import type { Pod } from '../pod/types.ts';
import { chooseTarget } from './choose-target.ts';
import { findTargets, type Debugging, type Found, type FoundPod } from './find-targets.ts';

/** A plan, and the pod as it is now where there is one. */
export interface PlannedTarget {
  readonly plan: DebugPlan;
  readonly current: Pod | undefined;
  /** The pod, where it is not the one that was typed. */
  readonly how?: string;
}

/**
 * Finds and plans everything that the command line or its manifests name; nothing is created. Throws a `CliError`
 * for the first target that does not exist or cannot be debugged.
 */
export async function planTargets(
  debugging: Debugging,
  signal: AbortSignal,
): Promise<readonly PlannedTarget[]> {
  const planned: PlannedTarget[] = [];
  for (const found of await findTargets(debugging, signal))
    planned.push(await plan(debugging, found.kind === 'pod' ? withPlanned(found, planned) : found, signal));
  return planned;
}

/** A pod that is named twice gets two containers; the second plan has to know of the first. */
function withPlanned(found: FoundPod, planned: readonly PlannedTarget[]): FoundPod {
  const { uid } = found.pod.metadata;
  const before = planned.findLast(({ plan }) => plan.kind === 'ephemeral' && plan.podUid === uid);
  return before === undefined ? found : { ...found, pod: expectedPod(before) };
}

/** What the server would store, but for its defaults. */
export function expectedPod({ plan, current }: PlannedTarget): Pod {
  if (plan.kind !== 'ephemeral') return plan.pod;
  const { ephemeralContainers = [], ...spec } = current?.spec ?? { containers: [] };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {},
    ...current,
    spec: { ...spec, ephemeralContainers: [...ephemeralContainers, plan.container] },
  };
}

async function plan(debugging: Debugging, found: Found, signal: AbortSignal): Promise<PlannedTarget> {
  const { io, cluster, command } = debugging;
  const { request, copy } = command;
  if (found.kind === 'node') {
    const target = { node: found.name, namespace: cluster.namespace };
    return { plan: planNodePod(target, request, io.random), current: undefined };
  }
  const { pod, how } = found;
  if (copy !== undefined)
    return { plan: planPodCopy(pod, copy, io.random), current: undefined, ...(how !== undefined && { how }) };
  return { ...(await planEphemeral(debugging, pod, signal)), ...(how !== undefined && { how }) };
}

async function planEphemeral(
  { io, command }: Debugging,
  pod: Pod,
  signal: AbortSignal,
): Promise<PlannedTarget> {
  const { request, defaults } = command;
  const { target, note } = await chooseTarget(io, { pod, request, defaults }, signal);
  const obstacles = refuseIfCannotRun(pod, { target, waits: request.attach });
  const ephemeral = planEphemeralContainer(pod, withTarget(request, target), io.random);
  const plan = {
    ...ephemeral,
    notes: [...(note === undefined ? [] : [note]), ...ephemeral.notes],
    // A warning is about what is going to be done, so none is said before all targets are known to be fine.
    warnings: [...obstacles, ...ephemeral.warnings],
  };
  return { plan, current: pod };
}

function withTarget(request: DebugRequest, target: string | undefined): DebugRequest {
  const fields = Object.entries(request).filter(([field]) => field !== 'target');
  return {
    ...(Object.fromEntries(fields) as Omit<DebugRequest, 'target'>),
    ...(target !== undefined && { target }),
  };
}
