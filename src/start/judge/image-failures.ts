import { explainRefusal, recogniseRefusal, type Explained } from '../../errors/refusals/refusals.ts';
import { shellNames } from '../../errors/shell-word.ts';
import type { ContainerRef } from '../../pod/types.ts';

/** A container whose image is waited for. */
export interface AwaitedImage extends ContainerRef {
  readonly image: string;
  /** The names of the imagePullSecrets of its pod; none can be added to a pod that runs. */
  readonly pullSecrets: readonly string[];
}

/** What a pull error's message means; undefined when it may heal by itself (a registry that is down, a timeout). */
export function explainPullFailure(
  message: string,
  { namespace, name, container, image, pullSecrets }: AwaitedImage,
): Explained | undefined {
  const words = message.replaceAll(/sha256:[0-9a-f]+/g, 'sha256');
  const found = recogniseRefusal('registry', words);
  if (found === undefined) return undefined;
  const [secret] = pullSecrets;
  const facts = { pod: name, namespace, container, image };
  // A debug container has the secrets of its pod, whatever its image; their content is read anew at each pull.
  return found === 'image-denied' && secret !== undefined
    ? explainRefusal('image-denied-to-secrets', { ...facts, secret, secrets: shellNames(pullSecrets) })
    : explainRefusal(found, facts);
}

/** What a pull failed of in the end: runtimes put each step in front, with the image or the address in quotes. */
export function causeOfPullFailure(message: string): string {
  return message.slice(message.lastIndexOf('": ') + 1).replace(/^: /, '');
}
