import { accountsOf, configMapsOf, jobOf, rolesOf } from './fleet-objects.ts';
import type { FleetObject } from './fleet-object.ts';
import type { FleetPlan } from './fleet-plan.ts';
import type { ConfigMap } from '../config-map.ts';

/**
 * All objects of a run for somebody who applies them by hand, the Job last: its pods find everything else. Without the uid of
 * the Job nothing can belong to it, so whoever follows the run to its end removes them.
 */
export function* listObjects(plan: FleetPlan): Generator<FleetObject | ConfigMap> {
  yield* accountsOf(plan);
  for (const { role, binding } of rolesOf(plan)) {
    yield role;
    yield binding;
  }
  yield* configMapsOf(plan, []);
  yield jobOf(plan, false);
}
