import { asKeeper, findKeeper } from '../plan/plan-keeper.ts';
import { planEphemeralContainer } from '../plan/ephemeral-container.ts';
import type { DebugRequest } from '../plan/debug-request.ts';
import type { EphemeralContainer, Pod } from '../pod/types.ts';
import type { RunPlan } from './plan-run.ts';

/** How long a keeper is kept says nothing about whether it serves. */
const ANY_LIFE_MS = 1000;

/** The live keeper of a pod that has the image, target and rights of the planned container; undefined without one. */
export function findKept(
  pod: Pod,
  { plan, target }: RunPlan,
  { request, now }: { readonly request: DebugRequest; readonly now: Date },
): EphemeralContainer | undefined {
  const containerName = plan.container.name;
  const wanted = asKeeper({ ...request, containerName, ...(target !== '' && { target }) }, ANY_LIFE_MS);
  return findKeeper(pod, planEphemeralContainer(pod, wanted, () => 0).container, now);
}
