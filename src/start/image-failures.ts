import type { ErrorKind } from '../errors/error-kinds.ts';
import type { ContainerRef } from '../pod/types.ts';

/** A container whose image is waited for. */
export interface AwaitedImage extends ContainerRef {
  readonly image: string;
  /** The names of the imagePullSecrets of its pod; none can be added to a pod that runs. */
  readonly pullSecrets: readonly string[];
}

/** Why an image cannot be had, and what to do about it. */
export interface ImageFailure {
  readonly kind: Extract<
    ErrorKind,
    'image-not-found' | 'image-denied' | 'image-platform' | 'image-unreachable'
  >;
  readonly why: string;
  readonly hint: (awaited: AwaitedImage) => string;
}

/**
 * Registries answer through the container runtime in free text: there is nothing but words to decide by. The first
 * row that fits wins. Seen with containerd 1.6 to 2.1 and CRI-O 1.36 against several registries.
 */
const IMAGE_FAILURES: readonly (ImageFailure & { readonly pattern: RegExp })[] = [
  {
    pattern: /no match for platform|no image found in (?:manifest list|image index) for architecture/i,
    kind: 'image-platform',
    why: 'has no variant for the architecture of the node',
    hint: () => 'use a multi-arch image, for example --image=busybox',
  },
  {
    pattern:
      /denied|unauthorized|authentication required|authorization failed|no basic auth|\b401\b|403 forbidden/i,
    kind: 'image-denied',
    why: 'is not given out to this pod by its registry, or does not exist there',
    hint: hintAtSecrets,
  },
  {
    // Before "not found": a host that nobody knows is not found either.
    pattern:
      /no such host|connection refused|no route to host|network is unreachable|x509:|server gave HTTP response/i,
    kind: 'image-unreachable',
    why: 'cannot be pulled, as the node does not reach its registry',
    hint: ({ namespace, name, container }) =>
      `check the name of --image, or use one that the node can pull; the node goes on trying, and if it gets it: kubectl-debug attach ${name} -n ${namespace} -c ${container}`,
  },
  {
    pattern: /not found|manifest unknown|name unknown|does not exist|repository name not known/i,
    kind: 'image-not-found',
    why: 'does not exist in its registry',
    hint: () => 'check the name and the tag of --image',
  },
];

/** A debug container has the secrets of its pod, whatever its image; their content is read anew at each pull. */
function hintAtSecrets({ pullSecrets }: AwaitedImage): string {
  return pullSecrets.length === 0
    ? 'the pod has no imagePullSecrets, and a pod that runs can get none: use an --image that needs no password'
    : `the imagePullSecrets of the pod (${pullSecrets.join(', ')}) do not open it: add its registry to one of them, or use an --image that needs no password`;
}

/** What a pull error's message means; undefined when it may heal by itself (a registry that is down, a timeout). */
export function readImageFailure(message: string): ImageFailure | undefined {
  const words = message.replaceAll(/sha256:[0-9a-f]+/g, 'sha256');
  return IMAGE_FAILURES.find(({ pattern }) => pattern.test(words));
}

/** What a pull failed of in the end: runtimes put each step in front, with the image or the address in quotes. */
export function causeOfPullFailure(message: string): string {
  return message.slice(message.lastIndexOf('": ') + 1).replace(/^: /, '');
}
