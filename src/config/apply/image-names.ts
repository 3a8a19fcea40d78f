import { CliError } from '../../errors/cli-error.ts';
import { suggestWord } from '../../errors/suggest.ts';
import { fullImageName } from '../../pod/images/image-reference.ts';
import type { Config, Placed } from '../config.ts';

/** Short names of images, and what replaces the beginning of their names. */
export type ImageRules = Pick<Config, 'images' | 'registries'>;

/**
 * The image that a name means: the one of an alias, with the beginning of its name replaced. Throws `usage` for one word that is
 * nearly a short name: an ephemeral container with an image that does not exist stays in its pod.
 */
export function resolveImage(name: string, { images, registries }: ImageRules): string {
  refuseNearName(name, images);
  const image = images.get(name)?.value ?? name;
  const full = fullImageName(image);
  const found = longestPrefix(full, registries);
  if (found === undefined) return image;
  const [prefix, replacement] = found;
  return isBelow(full, replacement) ? image : replacement + full.slice(prefix.length);
}

function longestPrefix(
  image: string,
  registries: ReadonlyMap<string, Placed<string>>,
): readonly [prefix: string, replacement: string] | undefined {
  const fitting = [...registries].filter(([prefix]) => isBelow(image, prefix));
  const [longest] = fitting.sort(([one], [other]) => other.length - one.length);
  return longest && [longest[0], longest[1].value];
}

function isBelow(image: string, prefix: string): boolean {
  return image.startsWith(`${prefix}/`);
}

function refuseNearName(name: string, images: ImageRules['images']): void {
  if (images.has(name) || !/^[a-z0-9-]+$/.test(name)) return;
  const near = suggestWord(name, [...images.keys()]);
  if (near === undefined) return;
  throw new CliError('usage', `"${name}" is no short name of an image`, {
    hint: `did you mean --image=${near}? For the image of that name: --image=${name}:latest`,
  });
}
