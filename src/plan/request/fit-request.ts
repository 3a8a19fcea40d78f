import { CliError } from '../../errors/cli-error.ts';
import { findUserIds, type UserIds } from '../../pod/containers/container-user.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { ContainerFields, Pod } from '../../pod/types.ts';
import type { DebugRequest } from './debug-request.ts';
import { sourceContainer, takeOver } from './like-target.ts';

/** A request in which references to a container of the pod are resolved. */
export interface FittedRequest extends DebugRequest {
  /** The request itself overrides these. */
  readonly fromTarget?: Pick<ContainerFields, 'env' | 'envFrom' | 'volumeMounts'>;
}

interface Fitted {
  readonly request: FittedRequest;
  readonly warnings: readonly string[];
}

/**
 * Resolves what the request copies from a container of the pod. Throws `ambiguous` when that container is unclear, and
 * `target-user-unknown`.
 */
export function fitRequest(pod: Pod, request: DebugRequest): Fitted {
  const { fields, warnings } = lookUpLikeness(pod, request);
  return { request: { ...withUserIds(pod, request), ...(fields && { fromTarget: fields }) }, warnings };
}

function lookUpLikeness(
  pod: Pod,
  { like, target, env }: DebugRequest,
): { readonly fields?: FittedRequest['fromTarget']; readonly warnings: readonly string[] } {
  if (like === undefined) return { warnings: [] };
  const flag = like.env ? '--env-from-target' : '--mount-like-target';
  return takeOver(sourceContainer(pod, { target, flag }), like, env);
}

function withUserIds(pod: Pod, request: DebugRequest): DebugRequest {
  const { security, target } = request;
  if (security?.runAs?.kind !== 'target') return request;
  const ids = idsOfTarget(pod, target);
  return { ...request, security: { ...security, runAs: { kind: 'ids', ids } } };
}

function idsOfTarget(pod: Pod, target: string | undefined): UserIds {
  const { name } = sourceContainer(pod, { target, flag: '--run-as-user=target' });
  const ids = findUserIds(pod, name);
  if (ids !== undefined) return ids;
  throw new CliError(
    'target-user-unknown',
    `cannot run as the user of container "${name}" in ${describePod(pod)}: its image decides the user, and the status does not report it`,
    { hint: 'add --run-as-user=UID with a number' },
  );
}
