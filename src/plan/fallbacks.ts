import {
  findUserIds,
  specifiedGroup,
  specifiedUser,
  type UserIds,
} from '../pod/containers/container-user.ts';
import type { Pod } from '../pod/types.ts';
import type { DebugPlan } from './debug-plan.ts';
import type { DebugRequest } from './request/debug-request.ts';
import type { ProfileName } from './security/profiles.ts';

/** A plan to carry out where Pod Security refuses the one before it. */
export interface Fallback {
  readonly profile: Extract<ProfileName, 'baseline' | 'restricted'>;
  /** Whom the container runs as, for the line that says what is tried; empty when the profile does not care. */
  readonly user: string;
  /** Whom it makes the container run as, which no flag of kubectl does; undefined when it sets nobody. */
  readonly setsUser: UserIds | undefined;
  /** Throws as the planning itself: what the user asked for may not go together with the profile. */
  readonly makePlan: () => DebugPlan;
}

/** The user `nonroot` of many minimal images, and its group: files open to who is both. Else any number but 0 would do. */
const NOBODY_IN_PARTICULAR: UserIds = { user: 65_532, group: 65_532 };

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

/** Whether a container of the pod that says nothing about its user has these ids. */
function areInherited(pod: Pod, { user, group }: UserIds): boolean {
  return user === specifiedUser(pod, {}) && (group === undefined || group === specifiedGroup(pod, {}));
}

/** As the target's user where that is known: without SYS_PTRACE its files open to no other one, root included. */
function asTarget<Request extends DebugRequest>(pod: Pod, request: Request): WithUser<Request> {
  const { security, target } = request;
  const ids = target === undefined ? undefined : findUserIds(pod, target);
  if (security?.runAs !== undefined || ids === undefined || areInherited(pod, ids))
    return { request, user: '' };
  return withUser(request, ids, "as the pod's own container");
}

/** And with a user that `runAsNonRoot` lets start, as most debug images run as root. */
function asNonRoot<Request extends DebugRequest>(pod: Pod, request: Request): WithUser<Request> {
  const fitted = asTarget(pod, request);
  if (fitted.request.security?.runAs !== undefined) return fitted;
  const user = specifiedUser(pod, {});
  if (user !== undefined && user !== 0) return { request, user: `uid ${user}, which the pod sets` };
  const ofContainers = onlyUser(pod);
  return ofContainers === undefined || ofContainers.user === 0
    ? withUser(request, NOBODY_IN_PARTICULAR, 'as nothing in the pod names one')
    : withUser(request, ofContainers, "as the pod's own container");
}

/** Whom the pod's containers run as, where they agree on a user. */
function onlyUser(pod: Pod): UserIds | undefined {
  const [first, ...others] = pod.spec.containers.map(({ name }) => findUserIds(pod, name));
  return others.every((ids) => ids?.user === first?.user) ? first : undefined;
}

/** The name of the container that a plan adds or changes; undefined when there is none. */
function plannedContainerName(plan: DebugPlan): string | undefined {
  return plan.kind === 'ephemeral' ? plan.container.name : plan.containerName;
}

/**
 * The plans with stricter profiles, from the laxest on, for a request that names no profile; none otherwise. They make a
 * container of the same name. A node pod has none: without the node's namespaces and files there is nothing to debug.
 *
 * @param planAgain plans the same for another request
 */
export function planFallbacks<Request extends DebugRequest>(
  { pod, plan, request }: { readonly pod: Pod; readonly plan: DebugPlan; readonly request: Request },
  planAgain: (request: Request) => DebugPlan,
): readonly Fallback[] {
  const containerName = plannedContainerName(plan);
  if (request.adaptsProfile !== true || containerName === undefined || plan.kind === 'node') return [];
  const fallback = (
    profile: Fallback['profile'],
    { request: fitted, user, setsUser }: WithUser<Request>,
  ): Fallback => ({
    profile,
    user,
    setsUser,
    makePlan: () => planAgain({ ...fitted, containerName, profile }),
  });
  return [fallback('baseline', asTarget(pod, request)), fallback('restricted', asNonRoot(pod, request))];
}
