import { CliError } from '../../errors/cli-error.ts';
import { isObjectName } from '../../pod/object-names.ts';
import { checkImageName } from '../request/check-image-name.ts';
import { checkRequest } from '../request/check-request.ts';
import type { DebugRequest } from '../request/debug-request.ts';

/** The parts of the pod that its copy keeps. */
export interface Keep {
  readonly labels: boolean;
  readonly annotations: boolean;
  readonly liveness: boolean;
  readonly readiness: boolean;
  readonly startup: boolean;
  readonly initContainers: boolean;
}

/** A request for a debug container in a copy of a pod. */
export interface PodCopyRequest extends DebugRequest {
  /** The name of the copy. */
  readonly copyTo: string;
  /** New images by container name; `*` means all others. */
  readonly setImages: ReadonlyMap<string, string>;
  /** Whether to delete the original after the copy was created. */
  readonly replace: boolean;
  readonly sameNode: boolean;
  /** The flag; absent when the profile decides. */
  readonly shareProcesses?: boolean;
  readonly keep: Keep;
  /** Whether `--attach` was typed and is true. */
  readonly attachIsGiven: boolean;
}

function usage(message: string, hint?: string): CliError {
  return new CliError('usage', message, hint === undefined ? {} : { hint });
}

/** In kubectl's order, so that both programs name the same one of several mistakes. */
function checkCombination(request: PodCopyRequest): void {
  const { image, containerName, setImages, command, attachIsGiven } = request;
  const namesContainer = image !== undefined || containerName !== undefined;
  if (attachIsGiven && !namesContainer) {
    throw usage(
      'you must specify --container or create a new container using --image in order to attach',
      '--set-image alone adds no container that a session could attach to',
    );
  }
  if (image === undefined && setImages.size === 0 && command.length === 0) {
    throw usage(
      'you must specify --image, --set-image or command arguments',
      'for example --image=busybox, which adds a container to the copy',
    );
  }
  if (command.length > 0 && !namesContainer) {
    throw usage(
      'you must specify an existing container or a new image when specifying args',
      'use -c CONTAINER to run the command in a container of the copy, or --image=IMAGE to run it in a new one',
    );
  }
}

/** Checks the request for a copy before any request to the cluster. Throws `usage` or `image-invalid`. */
export function checkPodCopyRequest(request: PodCopyRequest): void {
  checkCombination(request);
  checkRequest(request);
  if (!isObjectName(request.copyTo)) {
    throw usage(
      `"${request.copyTo}" cannot be the name of a copy`,
      'use lower case letters, digits, hyphens and dots, with a letter or a digit at either end',
    );
  }
  for (const [name, image] of request.setImages) checkImageName(image, `for container "${name}"`);
  if (request.target !== undefined) {
    throw usage('--target is incompatible with --copy-to', 'use --share-processes instead');
  }
}

/** Flags that need `--copy-to`. */
interface CopyOnlyFlags {
  readonly replace: boolean;
  readonly 'same-node': boolean;
  readonly 'set-image': boolean;
}

/** Throws `usage` for a flag that needs `--copy-to`. As in kubectl, `--keep-…` and `--share-processes` are ignored. */
export function checkWithoutCopy(given: CopyOnlyFlags): void {
  const flag = Object.entries(given).find(([, isGiven]) => isGiven)?.[0];
  if (flag !== undefined)
    throw usage(`--${flag} may only be used with --copy-to`, '--copy-to=NAME makes a copy of the pod');
}
