/** The alphabet of generated names in Kubernetes: without vowels, so that no word comes out. */
export const NAME_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** So that the whole stays readable, and a DNS label. */
const MAX_USER_LENGTH = 24;

/** What of a user's name may stand in a DNS label (RFC 1123); empty when that is nothing. */
export function userLabel(user: string): string {
  return user
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_USER_LENGTH)
    .replaceAll(/^-+|-+$/g, '');
}

const MADE_UP_NAME = new RegExp(`^debugger-([a-z0-9][a-z0-9-]*)-[${NAME_ALPHABET}]{5}$`);

/**
 * Whose a debug container is, as the name says that was made up for it: `debugger-alice-x7k2p`. undefined where a name
 * was given, or kubectl made it up. It is a hint and no proof: everybody may give any name.
 */
export function ownerOf(containerName: string): string | undefined {
  return MADE_UP_NAME.exec(containerName)?.[1];
}
