import { readEnvelope } from '../../pod/containers/envelope.ts';
import { linkVariables } from '../../pod/containers/link-files.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';
import type { Container, EphemeralContainer, Pod, PodRef } from '../../pod/types.ts';
import { checkEphemeralRequest, checkEphemeralRequestAgainst } from '../request/check-request.ts';
import { generateContainerName, generatedNameNote } from './container-name.ts';
import { makeDebugContainer, newContainer } from './debug-container.ts';
import type { DebugRequest } from '../request/debug-request.ts';
import { fitRequest, type FittedRequest } from '../request/fit-request.ts';
import { namespaceNotes } from './namespace-notes.ts';
import { nonRootWarnings } from './non-root-warnings.ts';
import { roomNotes } from './room-notes.ts';
import { PROFILES, profileWarnings } from '../security/profiles.ts';
import { fitToWindows, refuseOnWindows, windowsNotes } from './refuse-on-windows.ts';
import { openRootfs } from '../rootfs/rootfs.ts';
import { refuseClosedRootfs } from '../rootfs/rootfs-refusal.ts';
import { rootfsWarnings } from '../rootfs/rootfs-warnings.ts';
import { accessWarnings, refuseForbiddenRoot } from '../security/user-rules.ts';

/** An ephemeral container to add to a pod. */
export interface EphemeralPlan {
  readonly kind: 'ephemeral';
  readonly pod: PodRef;
  /** Tells the pod from a later one of the same name. */
  readonly podUid: string;
  readonly container: EphemeralContainer;
  /** The names of the pod's ephemeral containers. As in kubectl, the new one comes after them (`$setElementOrder`). */
  readonly existing: readonly string[];
  /** Set if the pod runs Windows, which decides the profile unless it is given. */
  readonly os?: 'windows';
  /** kubectl's notes, in its words. Not shown with `-q`, nor where one line says what was chosen. */
  readonly kubectlNotes: readonly string[];
  /** Ours. Not shown with `-q`. */
  readonly notes: readonly string[];
  /** Shown even with `-q`. */
  readonly warnings: readonly string[];
}

function targetNotes(target: string | undefined): readonly string[] {
  if (target === undefined) return [];
  return [
    `Targeting container "${target}". If you don't see processes from this container it may be because the container runtime doesn't support this feature.`,
  ];
}

/** A pod keeps all debug containers it ever had, and has to fit into 1.5 MiB of etcd. */
const MANY_DEBUG_CONTAINERS = 10;

/** Whether the pod has so many debug containers that another one is worth a warning. */
export function isCrowded({ spec }: Pod): boolean {
  return (spec.ephemeralContainers ?? []).length >= MANY_DEBUG_CONTAINERS;
}

/** The warning about a pod with many debug containers. */
export function crowdWarnings(pod: Pod): readonly string[] {
  if (!isCrowded(pod)) return [];
  return [
    `${describePod(pod)} has had ${pod.spec.ephemeralContainers?.length ?? 0} debug containers already, and none can ever be removed; --via=exec --reuse runs many commands in one`,
  ];
}

function buildContainer(pod: Pod, name: string, request: FittedRequest): EphemeralContainer {
  const { target, profile } = request;
  const made = makeDebugContainer(newContainer(name), request, PROFILES[profile].ephemeral);
  return {
    ...withLinks(pod, made, request),
    ...(target !== undefined && { targetContainerName: target }),
  };
}

/** With `--rootfs` the script of the root links the files itself. */
function withLinks(pod: Pod, container: Container, { target, rootfs, links }: FittedRequest): Container {
  if (links === undefined || rootfs !== undefined) return container;
  if (readEnvelope(container)?.envelope.kind !== 'terminal') return container;
  const env = [...(container.env ?? []), ...linkVariables(pod, { target, saying: links })];
  return { ...container, env };
}

/**
 * Plans the ephemeral container that `kubectl debug` would add to the pod for the same flags (KEP-277), except for
 * `stdinOnce` (see `makeDebugContainer`). Throws `usage`, `image-invalid`, `target-not-found`, `container-exists` or
 * `run-as-root` for a container that the API server would refuse or the kubelet never start; and as `fitRequest`.
 *
 * @param random as `Math.random`
 */
export function planEphemeralContainer(pod: Pod, asked: DebugRequest, random: () => number): EphemeralPlan {
  const request = fitToWindows(pod, asked);
  checkEphemeralRequest(request);
  checkEphemeralRequestAgainst(pod, request);
  const name = request.containerName ?? generateContainerName(pod, request.user, random);
  const fitted = fitRequest(pod, openRootfs(pod, request));
  const container = buildContainer(pod, name, fitted.request);
  refuseOnWindows(pod, container, request);
  refuseClosedRootfs(pod, container, request);
  // Without a wait and without our own flags, add what kubectl would add.
  if (request.waits || request.security !== undefined) refuseForbiddenRoot(pod, container);
  return {
    kind: 'ephemeral',
    pod: podRef(pod),
    podUid: pod.metadata.uid ?? '',
    container,
    existing: (pod.spec.ephemeralContainers ?? []).map((ephemeral) => ephemeral.name),
    ...(request.os !== undefined && { os: request.os }),
    kubectlNotes: [
      ...targetNotes(request.target),
      ...(request.containerName === undefined ? [generatedNameNote(name)] : []),
    ],
    notes: [
      ...windowsNotes(pod, request),
      ...namespaceNotes(pod, request, container),
      // A note, so that -q silences it for scripts that run many commands in a pod.
      ...crowdWarnings(pod),
      ...roomNotes(pod),
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
