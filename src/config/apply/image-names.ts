import { fullImageName } from '../../pod/images/image-reference.ts';
import type { Config, Placed } from '../config.ts';

/** Short names of images, and what replaces the beginning of their names. */
export type ImageRules = Pick<Config, 'images' | 'registries'>;

/** The image that a name means: the one of an alias, with the beginning of its name replaced. */
export function resolveImage(name: string, { images, registries }: ImageRules): string {
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
