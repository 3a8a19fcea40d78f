import { describePod, podRef } from '../../pod/pod-ref.ts';
import type { EphemeralContainer, Pod, PodRef } from '../../pod/types.ts';
import { checkEphemeralRequest, checkEphemeralRequestAgainst } from '../request/check-request.ts';
import { generateContainerName, generatedNameNote } from './container-name.ts';
import { makeDebugContainer, newContainer } from './debug-container.ts';
import type { DebugRequest } from '../request/debug-request.ts';
import { fitRequest, type FittedRequest } from '../request/fit-request.ts';
import { namespaceNotes } from './namespace-notes.ts';
import { nonRootWarnings } from './non-root-warnings.ts';
import { PROFILES, profileWarnings } from '../security/profiles.ts';
import { refuseOnWindows, withoutEnvelopeOnWindows } from './refuse-on-windows.ts';
import { openRootfs } from '../rootfs/rootfs.ts';
import { refuseClosedRootfs } from '../rootfs/rootfs-refusal.ts';
import { rootfsWarnings } from '../rootfs/rootfs-warnings.ts';
import { accessWarnings, refuseForbiddenRoot } from '../security/user-rules.ts';

/** An ephemeral container to add to a pod that runs. */
export interface EphemeralPlan {
  readonly kind: 'ephemeral';
  readonly pod: PodRef;
  /** A pod that was deleted and made anew under the same name is another pod. */
  readonly podUid: string;
  readonly container: EphemeralContainer;
  /** The ephemeral containers that the pod has; kubectl puts the new one behind them (`$setElementOrder`). */
  readonly existing: readonly string[];
  /** What kubectl says unless `-q` is given, in its words. */
  readonly notes: readonly string[];
  /** Said even with `-q`. */
  readonly warnings: readonly string[];
}

function targetNotes(target: string | undefined): readonly string[] {
  if (target === undefined) return [];
  return [
    `Targeting container "${target}". If you don't see processes from this container it may be because the container runtime doesn't support this feature.`,
  ];
}

/** The whole pod, with all debug containers that ever were, has to fit into 1.5 MiB of etcd. */
const CROWD = 10;

/** Whether the pod has had so many debug containers that one more is worth a warning. */
export function isCrowded({ spec }: Pod): boolean {
  return (spec.ephemeralContainers ?? []).length >= CROWD;
}

/** Says so, of such a pod. */
export function crowdWarnings(pod: Pod): readonly string[] {
  if (!isCrowded(pod)) return [];
  return [
    `${describePod(pod)} has had ${pod.spec.ephemeralContainers?.length ?? 0} debug containers already, and none can ever be removed; --via=exec --reuse runs many commands in one`,
  ];
}

function buildContainer(name: string, request: FittedRequest): EphemeralContainer {
  const { target, profile } = request;
  return {
    ...makeDebugContainer(newContainer(name), request, PROFILES[profile].ephemeral),
    ...(target !== undefined && { targetContainerName: target }),
  };
}

/**
 * Plans the ephemeral container that `kubectl debug` would add to the pod for the same flags (KEP-277), but for
 * `stdinOnce` (see `makeDebugContainer`). Throws `usage`, `image-invalid`, `target-not-found`, `container-exists` or
 * `run-as-root` for what the API server would refuse, or take and never start; and as `fitRequest`.
 *
 * @param random a number of at least 0 and below 1, other at each call
 */
export function planEphemeralContainer(pod: Pod, asked: DebugRequest, random: () => number): EphemeralPlan {
  const request = withoutEnvelopeOnWindows(pod, asked);
  checkEphemeralRequest(request);
  checkEphemeralRequestAgainst(pod, request);
  const name = request.containerName ?? generateContainerName(pod, request.user, random);
  const fitted = fitRequest(pod, openRootfs(pod, request));
  const container = buildContainer(name, fitted.request);
  refuseOnWindows(pod, container);
  refuseClosedRootfs(pod, container, request);
  // Where nobody waits for it, what kubectl adds for its own flags is added.
  if (request.waits || request.security !== undefined) refuseForbiddenRoot(pod, container);
  return {
    kind: 'ephemeral',
    pod: podRef(pod),
    podUid: pod.metadata.uid ?? '',
    container,
    existing: (pod.spec.ephemeralContainers ?? []).map((ephemeral) => ephemeral.name),
    notes: [
      ...targetNotes(request.target),
      ...namespaceNotes(pod, request, container),
      ...(request.containerName === undefined ? [generatedNameNote(name)] : []),
      // A script that runs many commands in a pod wants nothing but their output with -q.
      ...crowdWarnings(pod),
    ],
    warnings: [
      ...profileWarnings(request.profile),
      ...nonRootWarnings(pod, container),
      ...accessWarnings(pod, container, request.target),
      ...rootfsWarnings(pod, container, request),
      ...fitted.warnings,
    ],
  };
}
