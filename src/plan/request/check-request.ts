import { CliError } from '../../errors/cli-error.ts';
import { shellNames } from '../../errors/shell-word.ts';
import { findContainer } from '../../pod/containers/containers.ts';
import { takenName } from '../../pod/explain/taken-name.ts';
import { isObjectName, requireContainerName } from '../../pod/object-names.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { checkImageName } from './check-image-name.ts';
import { checkEphemeralCustom } from '../custom/custom.ts';
import type { DebugRequest } from './debug-request.ts';

/** Checks a request before any request to the cluster. Throws `usage` or `image-invalid`. */
export function checkRequest(request: DebugRequest): void {
  const { image, containerName, target, stdin, tty } = request;
  if (image !== undefined) checkImageName(image);
  if (tty && !stdin) {
    throw new CliError('usage', '-i/--stdin is required for containers with -t/--tty=true', {
      hint: 'use -it for a terminal',
    });
  }
  if (containerName !== undefined) requireContainerName(containerName, 'container name');
  if (target !== undefined) requireContainerName(target, 'name of a target');
  checkPullSecrets(request);
}

/** The end of a hint, where the namespace is not known yet. */
export const TO_LIST_SECRETS = 'to list them: kubectl get secrets -n NAMESPACE';

function checkPullSecrets({ pullSecrets }: DebugRequest): void {
  const wrong = pullSecrets?.names.find((name) => !isObjectName(name));
  if (wrong === undefined) return;
  throw new CliError('usage', `--image-pull-secret: "${wrong}" cannot be the name of a secret`, {
    hint: `give the name of a secret of the namespace, without secret/ in front; ${TO_LIST_SECRETS}`,
  });
}

/** Checks the request for a new container, which needs an image. Throws as `checkRequest`. */
export function checkNewContainer(request: DebugRequest): void {
  if (request.image === undefined) {
    throw new CliError('usage', 'you must specify --image', { hint: 'for example --image=busybox' });
  }
  checkRequest(request);
}

/** Checks the request for an ephemeral container before any request to the cluster. Throws as `checkRequest`. */
export function checkEphemeralRequest(request: DebugRequest): void {
  checkNewContainer(request);
  if (request.rootfs !== undefined && request.argumentsOnly)
    throw new CliError(
      'usage',
      '--rootfs runs a command in the root of the target, but --arguments-only gives none',
      {
        hint: 'leave out --arguments-only',
      },
    );
  if (request.custom !== undefined) checkEphemeralCustom(request.custom);
}

function targetsOf({ spec: { containers, initContainers = [] } }: Pod): readonly string[] {
  return [...containers, ...initContainers].map(({ name }) => name);
}

function checkTarget(pod: Pod, target: string): void {
  const found = findContainer(pod, target);
  if (found !== undefined && found.role !== 'ephemeral') return;
  const why = found === undefined ? 'there is no such container' : 'it is a debug container itself';
  throw new CliError('target-not-found', `cannot target "${target}" in ${describePod(pod)}: ${why}`, {
    hint: `use --target with one of ${shellNames(targetsOf(pod))}`,
  });
}

/**
 * Checks the request for an ephemeral container against the pod, as an ephemeral container cannot be removed. Throws
 * `target-not-found` or `container-exists`.
 */
export function checkEphemeralRequestAgainst(pod: Pod, request: DebugRequest): void {
  const { target, containerName } = request;
  if (target !== undefined) checkTarget(pod, target);
  const taken = takenName(pod, containerName);
  if (taken !== undefined) throw taken;
}
