import { explainRefusal, recogniseRefusal, type Explained } from '../../errors/refusals/refusals.ts';
import { shellNames } from '../../errors/shell-word.ts';
import type { ContainerRef } from '../../pod/types.ts';

/** A container that waits for its image. */
export interface AwaitedImage extends ContainerRef {
  readonly image: string;
  /** The names of the imagePullSecrets of its pod, which cannot be changed later. */
  readonly pullSecrets: readonly string[];
}

/** Explains the message of a failed pull; undefined for a failure that may pass (registry down, timeout). */
export function explainPullFailure(
  message: string,
  { namespace, name, container, image, pullSecrets }: AwaitedImage,
): Explained | undefined {
  const words = message.replaceAll(/sha256:[0-9a-f]+/g, 'sha256');
  const found = recogniseRefusal('registry', words);
  if (found === undefined) return undefined;
  const [secret] = pullSecrets;
  const facts = { pod: name, namespace, container, image };
  // A debug container uses the secrets of its pod, and the kubelet reads their content at each pull.
  return found === 'image-denied' && secret !== undefined
    ? explainRefusal('image-denied-to-secrets', { ...facts, secret, secrets: shellNames(pullSecrets) })
    : explainRefusal(found, facts);
}

/** The root cause of a failed pull: runtimes prefix it with each step, with the image or the address in quotes. */
export function causeOfPullFailure(message: string): string {
  return message.slice(message.lastIndexOf('": ') + 1).replace(/^: /, '');
}
