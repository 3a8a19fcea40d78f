import { listContainers } from '../pod/containers.ts';
import type { Pod } from '../pod/types.ts';

/** The alphabet of generated names in Kubernetes: without vowels, so that no word comes out. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** Five random characters, as the API server puts them behind a `generateName`. `random` is `Math.random`'s kin. */
export function randomSuffix(random: () => number): string {
  return Array.from({ length: 5 }, () => ALPHABET.charAt(Math.floor(random() * ALPHABET.length))).join('');
}

/** A name for a debug container that the pod does not use yet. */
export function generateContainerName(pod: Pod, random: () => number): string {
  const taken = listContainers(pod).map(({ name }) => name);
  let name: string;
  do {
    name = `debugger-${randomSuffix(random)}`;
  } while (taken.includes(name));
  return name;
}

/** What kubectl says when it has made up the name, in its words. */
export function generatedNameNote(name: string): string {
  return `Defaulting debug container name to ${name}.`;
}
