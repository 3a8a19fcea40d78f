import {
  findUserIds,
  specifiedGroup,
  specifiedUser,
  type UserIds,
} from '../pod/containers/container-user.ts';
import { isCliError } from '../errors/cli-error.ts';
import type { Pod } from '../pod/types.ts';
import type { DebugPlan } from './debug-plan.ts';
import type { DebugRequest } from './request/debug-request.ts';
import type { ProfileName } from './security/profiles.ts';

/** A plan to try when Pod Security refuses the one before it. */
export interface Fallback {
  readonly profile: Extract<ProfileName, 'baseline' | 'restricted'>;
  /** The user of the container, for the note about the attempt; empty when the profile leaves it open. */
  readonly user: string;
  /** The user that the fallback sets, which no flag of kubectl can; undefined when it sets none. */
  readonly setsUser: UserIds | undefined;
  /** Throws as the planning does: the request may not fit the profile. */
  readonly makePlan: () => DebugPlan;
}

/** The user and group `nonroot` of many minimal images, so that their files can be read. */
const NONROOT: UserIds = { user: 65_532, group: 65_532 };

interface WithUser<Request> {
  readonly request: Request;
  /** As `Fallback.user`. */
  readonly user: string;
  /** As `Fallback.setsUser`. */
  readonly setsUser?: UserIds;
}

function withUser<Request extends DebugRequest>(
  request: Request,
  ids: UserIds,
  why: string,
): WithUser<Request> {
  const security = {
    capAdd: [],
    capDrop: [],
    ...request.security,
    runAs: { kind: 'ids', ids },
  } as const;
  return { request: { ...request, security }, user: `${describeUser(ids)}, ${why}`, setsUser: ids };
}

function describeUser({ user, group }: UserIds): string {
  return `uid ${user}${group === undefined ? '' : ` and gid ${group}`}`;
}

/** Whether a container that sets no user gets these ids from the pod. */
function areInherited(pod: Pod, { user, group }: UserIds): boolean {
  return user === specifiedUser(pod, {}) && (group === undefined || group === specifiedGroup(pod, {}));
}

/** Sets the target's user if known: without SYS_PTRACE no other user can open its files, not even root. */
function asTarget<Request extends DebugRequest>(pod: Pod, request: Request): WithUser<Request> {
  const { security, target } = request;
  const ids = target === undefined ? undefined : findUserIds(pod, target);
  if (security?.runAs !== undefined || ids === undefined || areInherited(pod, ids))
    return { request, user: '' };
  return withUser(request, ids, "as the pod's own container");
}

/** Also sets a user that is not root, as most debug images run as root, which `runAsNonRoot` forbids. */
function asNonRoot<Request extends DebugRequest>(pod: Pod, request: Request): WithUser<Request> {
  const fitted = asTarget(pod, request);
  if (fitted.request.security?.runAs !== undefined) return fitted;
  const user = specifiedUser(pod, {});
  if (user !== undefined && user !== 0) return { request, user: `uid ${user}, which the pod sets` };
  const ofContainers = onlyUser(pod);
  return ofContainers === undefined || ofContainers.user === 0
    ? withUser(request, NONROOT, 'as nothing in the pod names one')
    : withUser(request, ofContainers, "as the pod's own container");
}

/** The user of the pod's containers, if they all have the same. */
function onlyUser(pod: Pod): UserIds | undefined {
  const [first, ...others] = pod.spec.containers.map(({ name }) => findUserIds(pod, name));
  return others.every((ids) => ids?.user === first?.user) ? first : undefined;
}

/** The name of the container that a plan adds or changes; undefined without one. */
export function plannedContainerName(plan: DebugPlan): string | undefined {
  return plan.kind === 'ephemeral' ? plan.container.name : plan.containerName;
}

/** The image of the container that a plan adds or changes; undefined without one. */
export function plannedImage(plan: DebugPlan): string | undefined {
  if (plan.kind === 'ephemeral') return plan.container.image;
  const { containers, initContainers = [] } = plan.pod.spec;
  return [...containers, ...initContainers].find(({ name }) => name === plan.containerName)?.image;
}

/**
 * The plans with stricter profiles, the least strict first, for a request that names no profile. They keep the name of
 * the container. A node pod has none: without the node's namespaces and files there is nothing to debug.
 *
 * @param makePlan makes the plan for a changed request
 */
export function planFallbacks<Request extends DebugRequest>(
  { pod, plan, request }: { readonly pod: Pod; readonly plan: DebugPlan; readonly request: Request },
  makePlan: (request: Request) => DebugPlan,
): readonly Fallback[] {
  const containerName = plannedContainerName(plan);
  if (request.adaptsProfile !== true || containerName === undefined) return [];
  // On Windows only baseline gives a container that can run.
  if (plan.kind === 'node' || plan.os === 'windows') return [];
  const fallback = (
    profile: Fallback['profile'],
    { request: fitted, user, setsUser }: WithUser<Request>,
  ): Fallback => ({
    profile,
    user,
    setsUser,
    makePlan: () => makePlan({ ...fitted, containerName, profile }),
  });
  return [fallback('baseline', asTarget(pod, request)), fallback('restricted', asNonRoot(pod, request))];
}

/** undefined if the request does not fit the fallback, which is an error only once that is needed. */
export function tryFallback({ makePlan }: Fallback): DebugPlan | undefined {
  try {
    return makePlan();
  } catch (error) {
    if (isCliError(error)) return undefined;
    throw error;
  }
}
