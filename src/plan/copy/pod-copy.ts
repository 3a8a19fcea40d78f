import { CliError } from '../../errors/cli-error.ts';
import { findContainer } from '../../pod/containers/containers.ts';
import { annotateReason } from '../../pod/containers/reason.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';
import type { Container, Pod, PodRef, PodSpec } from '../../pod/types.ts';
import { generateContainerName, generatedNameNote } from '../container/container-name.ts';
import { copyPodMetadata, copyPodSpec, stripCopy } from './copy-pod-fields.ts';
import { makeDebugContainer, newContainer } from '../container/debug-container.ts';
import { fitRequest, type FittedRequest } from '../request/fit-request.ts';
import { changedWarnings, ignoredFlagWarnings } from './pod-copy-warnings.ts';
import { checkPodCopyRequest, type PodCopyRequest } from './pod-copy-request.ts';
import { PROFILES, profileWarnings } from '../security/profiles.ts';
import { fitToWindows, refuseOnWindows } from '../container/refuse-on-windows.ts';

/** A copy of a pod to create, with a debug container or with changes. */
export interface PodCopyPlan {
  readonly kind: 'copy';
  readonly pod: Pod;
  readonly original: PodRef;
  /** Whether to delete the original, without grace period, after the copy was created. */
  readonly replace: boolean;
  /** The container that was added or changed; undefined when only images change, or when it was stripped. */
  readonly containerName: string | undefined;
  /** Set if the pod runs Windows, which decides the profile unless it is given. */
  readonly os?: 'windows';
  /** kubectl's notes, in its words. Not shown with `-q`, nor where one line says what was chosen. */
  readonly kubectlNotes: readonly string[];
  /** Ours. Not shown with `-q`. */
  readonly notes: readonly string[];
  /** Shown even with `-q`. */
  readonly warnings: readonly string[];
}

/** The container that is added to the copy or changed in it. */
interface Changed {
  readonly kind: 'new' | 'regular' | 'init';
  readonly name: string;
}
type FittedCopyRequest = FittedRequest & PodCopyRequest;
interface FittedCopy {
  readonly request: FittedCopyRequest;
  readonly warnings: readonly string[];
}
type Subject =
  | Changed
  /** Only images change. */
  | { readonly kind: 'none' };

function chooseSubject(copy: Pod, request: PodCopyRequest, random: () => number): Subject {
  const { containerName, user, image, setImages } = request;
  const found = findContainer(copy, containerName);
  if (found !== undefined) return { kind: found.role === 'app' ? 'regular' : 'init', name: found.name };
  if (image !== undefined)
    return { kind: 'new', name: containerName ?? generateContainerName(copy, user, random) };
  if (setImages.size > 0) return { kind: 'none' };
  throw new CliError(
    'container-not-found',
    `cannot change container "${containerName ?? ''}" in ${describePod(copy)}: the pod has no such container`,
    { hint: 'add --image to create a new container of this name' },
  );
}

function changeContainers(spec: PodSpec, { kind, name }: Changed, request: FittedCopyRequest): PodSpec {
  const change = (container: Container): Container =>
    makeDebugContainer(container, request, PROFILES[request.profile].copy.security);
  const changeNamed = (container: Container): Container =>
    container.name === name ? change(container) : container;
  switch (kind) {
    case 'new':
      return { ...spec, containers: [...spec.containers, change(newContainer(name))] };
    case 'regular':
      return { ...spec, containers: spec.containers.map(changeNamed) };
    case 'init':
      return {
        ...spec,
        ...(spec.initContainers && { initContainers: spec.initContainers.map(changeNamed) }),
      };
  }
}

function applyRequest(copy: Pod, changed: Changed, request: FittedCopyRequest): Pod {
  if (changed.kind === 'init' && request.custom !== undefined) {
    throw new CliError('usage', `--custom cannot change the init container "${changed.name}"`);
  }
  const { strips, sharesProcesses } = PROFILES[request.profile].copy;
  // Strip first: what the custom container sets must stay.
  const stripped = stripCopy(copy, strips, request.keep);
  return {
    ...stripped,
    spec: {
      // Windows has no such thing, and the API server refuses it.
      ...(sharesProcesses && request.os !== 'windows' && { shareProcessNamespace: true }),
      ...changeContainers(stripped.spec, changed, request),
    },
  };
}

/** Flags that copy from a target are for new containers; an existing one has its own variables, volumes and user. */
function fitCopyRequest(pod: Pod, request: PodCopyRequest, subject: Subject): FittedCopy {
  const takesOver = request.like !== undefined || request.security?.runAs?.kind === 'target';
  if (subject.kind === 'new') {
    const fitted = fitRequest(pod, request);
    return { request: { ...request, ...fitted.request }, warnings: fitted.warnings };
  }
  if (!takesOver) return { request, warnings: [] };
  throw new CliError(
    'usage',
    '--env-from-target, --mount-like-target and --run-as-user=target are for a new container',
    { hint: 'add one with --image, and leave out -c of a container that the pod has' },
  );
}

/** The server would refuse it too, but would not name the flag that helps. */
function refuseTwoPidNamespaces(copy: Pod): void {
  if (copy.spec.hostPID !== true || copy.spec.shareProcessNamespace !== true) return;
  throw new CliError(
    'invalid',
    `cannot copy to ${describePod(copy)}: the pod uses the node's PID namespace, so its containers cannot share one`,
    { hint: 'use --share-processes=false' },
  );
}

/** What is in the pod itself stays, as its containers run with it. */
function refuseCopyOnWindows(
  copy: Pod,
  { subject, request }: { readonly subject: Subject; readonly request: PodCopyRequest },
): void {
  if (request.os !== 'windows') return;
  if (request.shareProcesses === true)
    throw new CliError(
      'invalid',
      `cannot copy to ${describePod(copy)}: it runs Windows, where containers cannot share their processes`,
      { hint: 'leave out --share-processes' },
    );
  const changed = subject.kind === 'none' ? undefined : findContainer(copy, subject.name);
  if (changed !== undefined) refuseOnWindows(copy, changed.spec, request);
}

/**
 * Plans the copy of a pod that `kubectl debug --copy-to` would create for the same flags, except for `stdinOnce` (see
 * `makeDebugContainer`). Throws `usage`, `image-invalid`, `container-not-found` or `invalid`, and as `fitRequest`.
 *
 * @param pod may come from a manifest, without a status
 * @param random as `Math.random`
 */
export function planPodCopy(pod: Pod, asked: PodCopyRequest, random: () => number): PodCopyPlan {
  const request = fitToWindows(pod, asked);
  checkPodCopyRequest(request);
  const base: Pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: copyPodMetadata(pod, request.copyTo),
    spec: copyPodSpec(pod.spec, request),
  };
  const subject = chooseSubject(base, request, random);
  const fitted = fitCopyRequest(pod, request, subject);
  const copy = subject.kind === 'none' ? base : applyRequest(base, subject, fitted.request);
  refuseTwoPidNamespaces(copy);
  refuseCopyOnWindows(copy, { subject, request });
  const isThere = subject.kind !== 'none' && findContainer(copy, subject.name) !== undefined;
  const isGenerated = subject.kind === 'new' && request.containerName === undefined;
  return {
    kind: 'copy',
    pod: { ...copy, metadata: annotateReason(copy.metadata, request.reason) },
    original: podRef(pod),
    replace: request.replace,
    ...(request.os !== undefined && { os: request.os }),
    containerName: isThere ? subject.name : undefined,
    kubectlNotes: isGenerated ? [generatedNameNote(subject.name)] : [],
    notes: [],
    warnings: [
      ...profileWarnings(request.profile),
      ...(subject.kind === 'none' ? ignoredFlagWarnings(request) : changedWarnings(copy, subject.name)),
      ...fitted.warnings,
    ],
  };
}
