import { listContainers } from '../../pod/containers/containers.ts';
import { NAME_ALPHABET, userLabel } from '../../pod/containers/container-owner.ts';
import type { Pod } from '../../pod/types.ts';

/** Five random characters, as the API server appends them to a `generateName`. `random` is as `Math.random`. */
export function randomSuffix(random: () => number): string {
  return Array.from({ length: 5 }, () =>
    NAME_ALPHABET.charAt(Math.floor(random() * NAME_ALPHABET.length)),
  ).join('');
}

/** The part of a generated name that names the user, with a hyphen; may be empty. */
function userPart(user: string): string {
  const label = userLabel(user);
  return label === '' ? '' : `${label}-`;
}

/** A name for a debug container that is free in the pod: kubectl's pattern with the user's name in it. */
export function generateContainerName(pod: Pod, user: string | undefined, random: () => number): string {
  const taken = listContainers(pod).map(({ name }) => name);
  let name: string;
  do {
    name = `debugger-${userPart(user ?? '')}${randomSuffix(random)}`;
  } while (taken.includes(name));
  return name;
}

/** kubectl's note about a generated name, word for word. */
export function generatedNameNote(name: string): string {
  return `Defaulting debug container name to ${name}.`;
}
