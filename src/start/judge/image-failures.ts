import { explainRefusal, recogniseRefusal, type Explained } from '../../errors/refusals/refusals.ts';
import { shellNames } from '../../errors/shell-word.ts';
import type { ContainerRef } from '../../pod/types.ts';

/** A container that waits for its image. */
export interface AwaitedImage extends ContainerRef {
  readonly image: string;
  /** The names of the imagePullSecrets of its pod, which cannot be changed later. */
  readonly pullSecrets: readonly string[];
  /** Whether the pod was created for it, so that another one can have other pull secrets. */
  readonly isInNewPod: boolean;
}

/** Explains the message of a failed pull; undefined for a failure that may pass (registry down, timeout). */
export function explainPullFailure(message: string, awaited: AwaitedImage): Explained | undefined {
  const words = message.replaceAll(/sha256:[0-9a-f]+/g, 'sha256');
  const found = recogniseRefusal('registry', words);
  if (found === undefined) return undefined;
  if (found === 'image-denied') return explainDenial(awaited, { secrets: shellNames(awaited.pullSecrets) });
  const { namespace, name, container, image } = awaited;
  return explainRefusal(found, { pod: name, namespace, container, image, imageName: image });
}

/** What is known of the pull secrets. */
export interface KnownSecrets {
  /** Those of the pod, in words; empty without any. */
  readonly secrets: string;
  /** One that would help. */
  readonly wanted?: string | undefined;
}

/** Explains a registry that refused, with the way out: a debug container in a running pod gets no secret of its own. */
export function explainDenial(
  { namespace, name, image, isInNewPod }: Omit<AwaitedImage, 'container' | 'pullSecrets'>,
  { secrets, wanted = 'SECRET' }: KnownSecrets,
): Explained {
  const facts = { pod: name, namespace, image, imageName: image, wanted };
  if (isInNewPod)
    return explainRefusal('image-denied-to-new-pod', {
      ...facts,
      secrets: secrets === '' ? 'none' : secrets,
    });
  return secrets === ''
    ? explainRefusal('image-denied', facts)
    : explainRefusal('image-denied-to-secrets', { ...facts, secrets });
}

/** The root cause of a failed pull: runtimes prefix it with each step, with the image or the address in quotes. */
export function causeOfPullFailure(message: string): string {
  return message.slice(message.lastIndexOf('": ') + 1).replace(/^: /, '');
}
