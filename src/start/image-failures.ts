import type { ErrorKind } from '../errors/error-kinds.ts';

/** Why an image cannot be had, and what to do about it. */
export interface ImageFailure {
  readonly kind: Extract<ErrorKind, 'image-not-found' | 'image-denied' | 'image-platform'>;
  readonly why: string;
  readonly hint: string;
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
    hint: 'use a multi-arch image, for example --image=busybox',
  },
  {
    pattern:
      /denied|unauthorized|authentication required|authorization failed|no basic auth|\b401\b|403 forbidden/i,
    kind: 'image-denied',
    why: 'is not given out to this pod by its registry, or does not exist there',
    hint: 'a debug container can only use the imagePullSecrets that the pod already has: use an image that those, or nobody, need a password for',
  },
  {
    pattern: /not found|manifest unknown|name unknown|does not exist|repository name not known/i,
    kind: 'image-not-found',
    why: 'does not exist in its registry',
    hint: 'check the name and the tag of --image',
  },
];

/** What a pull error's message means; undefined when it may heal by itself (a registry that is down, a timeout). */
export function readImageFailure(message: string): ImageFailure | undefined {
  const words = message.replaceAll(/sha256:[0-9a-f]+/g, 'sha256');
  return IMAGE_FAILURES.find(({ pattern }) => pattern.test(words));
}
