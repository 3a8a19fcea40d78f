import { listContainers } from '../../pod/containers/containers.ts';
import { NAME_ALPHABET, userLabel } from '../../pod/containers/container-owner.ts';
import type { Pod } from '../../pod/types.ts';

/** Five random characters, as the API server puts them behind a `generateName`. `random` is `Math.random`'s kin. */
export function randomSuffix(random: () => number): string {
  return Array.from({ length: 5 }, () =>
    NAME_ALPHABET.charAt(Math.floor(random() * NAME_ALPHABET.length)),
  ).join('');
}

/** What of a user's name stands in a name that is made up, with a hyphen behind it; empty when that is nothing. */
function userPart(user: string): string {
  const label = userLabel(user);
  return label === '' ? '' : `${label}-`;
}

/** A name for a debug container that the pod does not use yet: kubectl's, with the name of whoever asks in it. */
export function generateContainerName(pod: Pod, user: string | undefined, random: () => number): string {
  const taken = listContainers(pod).map(({ name }) => name);
  let name: string;
  do {
    name = `debugger-${userPart(user ?? '')}${randomSuffix(random)}`;
  } while (taken.includes(name));
  return name;
}

/** What kubectl says when it has made up the name, in its words. */
export function generatedNameNote(name: string): string {
  return `Defaulting debug container name to ${name}.`;
}
