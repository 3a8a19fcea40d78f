import { rowToJson } from '../../audit/rows/row-json.ts';
import type { OwnerReference } from '../../pod/types.ts';
import type { ConfigMap } from '../config-map.ts';
import { countsConfigMap } from '../counts/fleet-counts.ts';
import { fleetName } from '../fleet-run.ts';
import type { FleetLine } from '../lines/fleet-line.ts';
import { planConfigMaps } from '../lines/plan-config-maps.ts';
import type { WorkerShare } from '../worker-share.ts';
import type { FleetPlan } from './fleet-plan.ts';
import { workerAccount, type WorkerAccount } from './worker-account.ts';
import { workerJob, type WorkerJob } from './worker-job.ts';
import { workerBinding, workerRoles, type WorkerBinding, type WorkerRole } from './worker-roles.ts';

/** A role, and the binding that gives it to the workers. */
export interface GrantedRole {
  readonly role: WorkerRole;
  readonly binding: WorkerBinding;
}

/** The Job of a plan. It waits if `isSuspended`, so that everything else can have it as owner. */
export function jobOf({ run, image, account, shares }: FleetPlan, isSuspended: boolean): WorkerJob {
  const name = account.kind === 'own' ? fleetName(run.runId) : account.name;
  return workerJob({ run, image, account: name, workers: shares.length, isSuspended });
}

/** The ServiceAccount of a plan; none if the user has named one. */
export function accountsOf({ run, account }: FleetPlan): readonly WorkerAccount[] {
  return account.kind === 'own' ? [workerAccount(run, account.pullSecrets)] : [];
}

/** The roles of a plan; none for a ServiceAccount that the user has named, as it has the rights. */
export function rolesOf({ run, rules, account }: FleetPlan): readonly GrantedRole[] {
  if (account.kind === 'existing') return [];
  return workerRoles(run, rules).map((role) => ({ role, binding: workerBinding(run, role) }));
}

/** The ConfigMaps of a plan, one after the other, as those of a large audit need much memory. */
export function* configMapsOf(plan: FleetPlan, owners: readonly OwnerReference[]): Generator<ConfigMap> {
  yield countsConfigMap(plan.run, owners);
  for (const share of plan.shares)
    yield* planConfigMaps(plan.run, { worker: share.worker, owners }, linesOf(plan, share));
}

/** The journal with which a worker begins. */
export function linesOf(
  { head, rules, skipped }: Pick<FleetPlan, 'head' | 'rules' | 'skipped'>,
  { worker, workers, pace, coldPerNode, items, settings }: WorkerShare,
): readonly FleetLine[] {
  return [
    { ...head, settings },
    { kind: 'share', worker, workers, pace, coldPerNode, rules },
    ...(worker === 0 ? skipped : []).map((row) => ({ kind: 'row', id: '', row: rowToJson(row) }) as const),
    ...items.map((item) => ({ kind: 'item', item }) as const),
    { kind: 'selected' },
  ];
}
