import type { RightScope, Rights } from '../../../cluster/api/rights.ts';
import { STEP_RIGHTS, type Purpose, type UsedRight } from '../../../cluster/refusals/purposes.ts';
import { refuseMissing } from '../../../cluster/refusals/refuse-missing.ts';
import type { CliError } from '../../../errors/cli-error.ts';
import type { DebugPlan } from '../../../plan/debug-plan.ts';
import { podRef } from '../../../pod/pod-ref.ts';
import type { PodRef } from '../../../pod/types.ts';
import type { DebugCommand } from './debug-command.ts';

/** A right that is needed after something was added, and so is asked for before: a debug container cannot be removed. */
export interface Need extends RightScope {
  /** What fails without the right, as the end of `cannot …`. */
  readonly action: string;
  readonly rights: readonly UsedRight[];
  /** Of a session: the request that it goes through. */
  readonly door?: Door;
  /** The warning if the command can do without the right. */
  readonly otherwise?: string;
}

/** The requests that a session can go through. */
const DOORS = {
  attach: { rights: STEP_RIGHTS.attach, does: 'open a session in' },
  log: { rights: STEP_RIGHTS.log, does: 'read what is printed in' },
  exec: { rights: STEP_RIGHTS.exec, does: 'run a command in' },
} as const;
type Door = keyof typeof DOORS;

const ADD: Readonly<Record<DebugPlan['kind'], readonly UsedRight[]>> = {
  ephemeral: STEP_RIGHTS.addContainer,
  copy: STEP_RIGHTS.createPod,
  node: STEP_RIGHTS.createPod,
};

/** The request that the session goes through; undefined without a session. */
function doorOf({ result, exec, via, request }: DebugCommand): Door | undefined {
  if (result.kind !== 'session') return undefined;
  if (exec !== undefined) return 'exec';
  return via === 'log' || request.envelope?.kind === 'at-once' ? 'log' : 'attach';
}

/** The right that a session through this request needs. */
export function needOf(door: Door, { namespace, name }: PodRef): Need {
  const { does, rights } = DOORS[door];
  return { action: `${does} pod ${namespace}/${name}`, rights, door, namespace, pod: name };
}

/** The rights that the command needs after the plan was carried out; none for a dry run. */
export function needsOf(command: DebugCommand, plan: DebugPlan): readonly Need[] {
  if (isDryRun(command)) return [];
  const ref = podOfPlan(plan);
  const isShown = plan.kind !== 'copy' || plan.containerName !== undefined;
  const door = isShown ? doorOf(command) : undefined;
  return [
    ...(door === undefined ? [] : [needOf(door, ref)]),
    ...(door !== undefined && isEndedByExec(command) ? [endingIn(ref)] : []),
    ...(command.removes ? [deletionOf(ref)] : []),
    ...(plan.kind === 'copy' && plan.replace ? [deletionOf(plan.original)] : []),
  ];
}

/** The same rights, as far as they are known before the targets are found. */
export function rightsAhead(command: DebugCommand): readonly UsedRight[] {
  if (isDryRun(command)) return [];
  const door = doorOf(command);
  const deletes = command.removes || command.copy?.replace === true;
  return [
    ...(door === undefined ? [] : DOORS[door].rights),
    ...(door !== undefined && isEndedByExec(command) ? DOORS.exec.rights : []),
    ...(deletes ? STEP_RIGHTS.deletePod : []),
  ];
}

function isDryRun({ result }: DebugCommand): boolean {
  return result.kind === 'print' && result.dryRun !== undefined;
}

/** Whether `--run-timeout` needs a right to exec of its own: `--rm` ends the command with its pod, and `--via=exec` has one. */
function isEndedByExec({ runTimeoutMs, removes, exec }: DebugCommand): boolean {
  return runTimeoutMs !== undefined && !removes && exec === undefined;
}

/** Without the right `--run-timeout` still ends our wait. */
function endingIn(ref: PodRef): Need {
  const otherwise =
    'you may not get and create pods/exec, so --run-timeout ends only the wait: the command would go on';
  return { ...needOf('exec', ref), otherwise };
}

function deletionOf({ namespace, name }: PodRef): Need {
  return { action: `delete pod ${namespace}/${name}`, rights: STEP_RIGHTS.deletePod, namespace, pod: name };
}

/** The pod that has the container, or will have it. */
export function podOfPlan(plan: DebugPlan): PodRef {
  return plan.kind === 'ephemeral' ? plan.pod : podRef(plan.pod);
}

const PURPOSE: Readonly<Record<DebugPlan['kind'], readonly Purpose[]>> = {
  ephemeral: ['debug', 'exec'],
  copy: ['copies'],
  node: ['nodes'],
};

/** The refusal for a missing right, which names the right to add the container as well if that is missing. */
export async function refuseNeed(
  rights: Rights,
  {
    need,
    missing,
    kind,
  }: {
    readonly need: Need;
    readonly missing: readonly UsedRight[];
    readonly kind: DebugPlan['kind'];
  },
): Promise<CliError> {
  const all = [...missing, ...(await rights.missing(ADD[kind], need))];
  return refuseMissing({ ...need, missing: all, purposes: PURPOSE[kind] });
}
